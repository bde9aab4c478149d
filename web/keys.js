// Keys and what they do: one table of commands, from which the page acts and
// the help is written.

import { el } from './dom.js';

export class Commands {
  constructor(app) {
    this.app = app;
    /** @type {Array<{id: string, title: string, group: string, keys: string[], run: Function}>} */
    this.list = [];
    this.byKey = new Map();
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  /** Adds a command; a later one takes over the keys of an earlier one. */
  add({ id, title, group = 'Panels', keys = [], run }) {
    const command = { id, title, group, keys: keys.map(canonical), run };
    this.list = this.list.filter((each) => each.id !== id);
    this.list.push(command);
    for (const key of command.keys) this.byKey.set(key, command);
  }

  run(id) {
    return this.list.find((each) => each.id === id)?.run(this.app);
  }

  #pressed(event) {
    if (event.defaultPrevented || event.isComposing) return;
    const key = keyOf(event);
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest('dialog[open]')) return;
    if (isTyping(target)) {
      if (key === 'Escape') target.blur();
      // Only what has no meaning in a text acts from within one.
      if (!/^(Ctrl\+(S|O|G)|F\d+)$/.test(key)) return;
    } else if (isControl(target) && /^(Enter|Space|Arrow\w+|Home|End|PageUp|PageDown)$/.test(key)) {
      return;
    } else if (this.app.board.focused && this.#cursor(key)) {
      event.preventDefault();
      return;
    }
    const command = this.byKey.get(key);
    if (!command) return;
    if (command.id === 'copy' && String(getSelection())) return;
    event.preventDefault();
    command.run(this.app);
  }

  /** While the keyboard is on the board, arrows, WASD and HJKL walk over it. */
  #cursor(key) {
    const { board } = this.app;
    const moves = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
      A: [-1, 0], D: [1, 0], W: [0, -1], S: [0, 1], H: [-1, 0], L: [1, 0], K: [0, -1], J: [0, 1],
    };
    if (moves[key]) board.step(...moves[key]);
    else if (key === 'Enter' || key === 'Space') board.emit('point', board.cursorName, {});
    else if (key === 'Escape') document.activeElement.blur();
    else return false;
    return true;
  }

  /** The help: all commands by group, with their keys. */
  help() {
    const groups = new Map();
    for (const command of this.list) {
      if (!command.keys.length) continue;
      if (!groups.has(command.group)) groups.set(command.group, []);
      groups.get(command.group).push(command);
    }
    return [...groups].map(([group, commands]) => el('section', {},
      el('h3', {}, group),
      el('dl', {}, ...commands.flatMap((command) => [
        el('dt', {}, ...command.keys.flatMap((key, i) => [i ? ' ' : '', el('kbd', {}, shown(key))])),
        el('dd', {}, command.title),
      ]))));
  }
}

/** 'Ctrl+Shift+ArrowUp', letters in upper case, '?' without its Shift. */
function keyOf(event) {
  const name = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isSign = event.key.length === 1 && !/[a-z0-9 ]/i.test(event.key);
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push('Ctrl');
  if (event.altKey && !isSign) parts.push('Alt');
  if (event.shiftKey && !isSign) parts.push('Shift');
  return [...parts, name].join('+');
}

function canonical(key) {
  const parts = key.split('+').filter(Boolean);
  const name = key.endsWith('+') ? '+' : parts.pop();
  const modifiers = ['Ctrl', 'Alt', 'Shift'].filter((each) => parts.includes(each));
  return [...modifiers, name.length === 1 ? name.toUpperCase() : name].join('+');
}

/** A key as people write it. */
export function shown(key) {
  const words = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', PageUp: 'PgUp', PageDown: 'PgDn', Delete: 'Del', Escape: 'Esc' };
  return key.split('+').map((part) => words[part] ?? part).join(' ');
}

function isTyping(target) {
  if (target.isContentEditable || target.tagName === 'TEXTAREA') return true;
  return target.tagName === 'INPUT' && !/^(checkbox|radio|button|range|submit|file|color)$/.test(target.type);
}

function isControl(target) {
  return /^(BUTTON|SELECT|SUMMARY|A|INPUT)$/.test(target.tagName) || Boolean(target.closest('[role=tablist], [role=menu]'));
}
