// A line of moves that can be walked: forward and back as numbered ghosts over the board, and
// attached to the game as a variation, which the page's own keys then walk.

import { el, button, side } from './parts.js';

export class LineView {
  /** `layer` names the overlay that the ghosts are drawn on. */
  constructor(app, layer) {
    this.app = app;
    this.layer = layer;
    this.step = 0;
    this.line = [];
    this.first = null;
  }

  /** The element for a line `[{color, move}]`; `attach` adds it to the game and gives its first node. */
  show(line, title, attach) {
    this.close();
    this.line = line;
    if (line.length === 0) return el('p', { class: 'line empty' }, `${title}: no line is known.`);
    this.moves = line.map((move, i) => {
      const text = `${i + 1} ${move.color === 'black' ? 'B' : 'W'} ${move.move}`;
      return button(text, () => this.to(i + 1), { class: 'line-move', 'aria-label': `${text}: show the line up to here` });
    });
    const bar = el('div', { class: 'row' },
      button('|◀', () => this.to(0), { 'aria-label': 'Take the line off the board' }),
      button('◀', () => this.to(this.step - 1), { 'aria-label': 'One move back in the line' }),
      button('▶', () => this.to(this.step + 1), { class: 'line-forward', 'aria-label': 'One move forward in the line' }),
      button('▶|', () => this.to(this.line.length), { 'aria-label': 'Show the whole line' }),
      attach ? button('Add as variation', () => this.attach(attach), { class: 'line-attach' }) : null);
    this.said = el('p', { class: 'line-said', role: 'status' });
    return el('section', { class: 'line', 'aria-label': title }, el('h3', {}, title), bar,
      el('ol', { class: 'line-moves' }, this.moves.map((move) => el('li', {}, move))), this.said);
  }

  /** Shows the first `step` moves as ghosts; a point played twice shows its last move. */
  to(step) {
    this.step = Math.max(0, Math.min(this.line.length, step));
    const ghosts = new Map();
    this.line.slice(0, this.step).forEach(({ color, move }, i) => {
      if (move === 'pass') return;
      ghosts.set(move, { kind: 'ghost', points: [move], tone: color, text: `${i + 1}`, title: `Move ${i + 1}: ${side(color)} ${move}` });
    });
    if (ghosts.size) this.app.board.overlay(this.layer, [...ghosts.values()]);
    else this.app.board.clear(this.layer);
    this.moves.forEach((move, i) => {
      if (i === this.step - 1) move.setAttribute('aria-current', 'step');
      else move.removeAttribute('aria-current');
    });
    const last = this.line[this.step - 1];
    this.said.textContent = last ? `Move ${this.step} of ${this.line.length}: ${side(last.color)} ${last.move === 'pass' ? 'passes' : last.move}.` : '';
  }

  /** The whole line as a diagram. */
  showAll() {
    if (this.line.length) this.to(this.line.length);
  }

  /** Takes the ghosts off the board; the line stays. */
  hide() {
    if (this.line.length) this.to(0);
  }

  /** There is no line any more. */
  forget() {
    this.close();
    this.line = [];
  }

  /** Adds the line to the game and steps to its first move; the panel keeps its answer meanwhile. */
  attach(add) {
    this.to(0);
    const first = add();
    if (!first) return;
    this.first = first;
    this.app.go(first);
    this.said.textContent = 'The line is a variation of the game now: walk it with the arrow keys.';
  }

  /** Whether a node belongs to the variation that was attached. */
  contains(node) {
    for (let at = node; at && this.first; at = at.parent) {
      if (at === this.first) return true;
    }
    return false;
  }

  /** Takes everything off the board. */
  close() {
    this.step = 0;
    this.first = null;
    this.app.board.clear(this.layer);
  }
}
