// What the page says about the game: players, whose turn, move number,
// prisoners, the tip under the mouse, messages, and the live region for screen
// readers.

import { byId, el } from './dom.js';
import { colorWord } from './rules.js';

export class Status {
  constructor(app) {
    this.app = app;
    this.live = byId('live');
    this.message = byId('message');
    this.banner = byId('banner');
    this.slider = byId('move-slider');
    this.slider.addEventListener('input', () => this.#slide());
    this.last = null;
  }

  show() {
    const { app } = this;
    const { game, node, position } = app;
    const { root } = game;
    for (const [side, color] of [['black', 'B'], ['white', 'W']]) {
      const rank = root.first(`${color}R`, '');
      byId(`${side}-name`).textContent = root.first(`P${color}`, colorWord(color)) + (rank ? ` ${rank}` : '');
      const taken = position.prisoners[color];
      byId(`${side}-prisoners`).replaceChildren(String(taken), el('span', { class: 'word' }, taken === 1 ? ' prisoner' : ' prisoners'));
      byId(`${side}-player`).dataset.turn = String(position.toPlay === color);
    }
    const line = lineThrough(game, node);
    const at = line.indexOf(node);
    this.line = line;
    this.slider.max = String(line.length - 1);
    this.slider.value = String(at);
    const words = moveWords(node, position);
    this.slider.setAttribute('aria-valuetext', words);
    byId('where').textContent = words;
    byId('turn').textContent = `${colorWord(position.toPlay)} to play`;
    document.title = `${game.changed ? '• ' : ''}${game.title} – Tedomari`;
    this.#announceNode(node, words);
  }

  #slide() {
    const node = this.line[Number(this.slider.value)];
    if (node) this.app.go(node);
  }

  #announceNode(node, words) {
    if (this.last === node) return;
    const first = this.last === null;
    this.last = node;
    if (first) return;
    const { parent } = node;
    const parts = [words];
    if (parent && parent.children.length > 1) parts.push(`variation ${parent.children.indexOf(node) + 1} of ${parent.children.length}`);
    if (node.has('N')) parts.push(node.first('N'));
    if (node.has('C')) parts.push('with a comment');
    if (!node.children.length) parts.push('end of the line');
    this.announce(`${parts.join(', ')}.`);
  }

  announce(text) { this.live.textContent = text; }

  /** A message all can read, gone after a while or at the next one. */
  tell(text, kind = 'note', action = null) {
    this.announce(text);
    clearTimeout(this.timer);
    this.message.className = `message ${kind}`;
    this.message.replaceChildren(el('span', {}, text));
    if (action) this.message.append(el('button', { type: 'button', onclick: () => { this.message.hidden = true; action.run(); } }, action.title));
    this.message.hidden = false;
    this.timer = setTimeout(() => { this.message.hidden = true; }, kind === 'error' || action ? 12000 : 4500);
  }

  /** The request above the board while a panel waits for a point. */
  ask(text, cancel) {
    this.banner.hidden = !text;
    document.documentElement.dataset.asking = String(Boolean(text));
    if (!text) {
      this.banner.replaceChildren();
      return;
    }
    this.banner.replaceChildren(el('span', {}, text), el('button', { type: 'button', onclick: cancel }, 'Cancel (Esc)'));
    this.announce(text);
  }

  /** What is under the mouse or the keyboard's cursor. */
  hover(point, titles) {
    byId('under').textContent = point ? [point, ...titles].join(' · ') : '';
  }
}

/** "Move 12: White H17", "Start", "Set-up", "White passes". */
export function moveWords(node, position) {
  if (!node.parent && !node.color) return 'Start';
  if (!node.color) return 'Position edited';
  const color = colorWord(node.color);
  return `Move ${position.moveNumber}: ${color} ${position.lastMove === 'pass' ? 'passes' : position.lastMove}`;
}

/** The line through a node: back to the root, and forward as the keys would go. */
function lineThrough(game, node) {
  const line = [];
  for (let at = node; at; at = at.parent) line.push(at);
  line.reverse();
  for (let at = node; at.children.length;) {
    at = game.next(at);
    line.push(at);
  }
  return line;
}
