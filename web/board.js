// The board as a picture: grid, stones, marks, overlays, and one labelled cell
// for every point, so that a screen reader and a keyboard find what the eye and
// the mouse find.
//
// `draw` compares with what is shown and changes only what differs. Overlays
// are named layers of other parts of the page; they stay until cleared.

import { svg } from './dom.js';
import { Emitter } from './events.js';
import { definitions } from './board-defs.js';
import { drawMarks, markWords } from './marks.js';
import { drawOverlay, overlayWords } from './overlay.js';
import { BLACK, WHITE, pointName } from './rules.js';

/** Side of a cell in the picture's own units. */
export const CELL = 40;
/** Pixels between two lines that a finger needs to hit the right crossing. */
const FINGER = 28;

export class BoardView extends Emitter {
  /** @param {HTMLElement} holder the element that the picture fills */
  constructor(holder) {
    super();
    this.holder = holder;
    this.width = 0;
    this.height = 0;
    this.coordinates = true;
    this.position = null;
    this.marks = {};
    /** Layers of overlays: name → items. */
    this.overlays = new Map();
    this.cursor = 0;
    this.picture = svg('svg', { class: 'board', role: 'group', 'aria-label': 'Go board' });
    holder.append(this.picture);
    this.#listen();
  }

  /** Column and row of an index, and the middle of a point in the picture. */
  x(i) { return (i % this.width) * CELL + CELL / 2; }
  y(i) { return Math.floor(i / this.width) * CELL + CELL / 2; }
  name(i) { return pointName(i % this.width, Math.floor(i / this.width), this.height); }
  index(name) { return this.position?.index(name) ?? -1; }

  /** Shows a position and the marks of its node. */
  draw(position, marks = {}) {
    if (position.width !== this.width || position.height !== this.height) this.#build(position.width, position.height);
    this.position = position;
    this.marks = marks;
    this.#drawStones();
    drawMarks(this, marks);
    this.#drawView();
    for (const name of this.overlays.keys()) this.#drawLayer(name);
    this.#label();
  }

  /**
   * Shows items in a layer of this name, in place of what it had.
   * @param {string} name
   * @param {Array<{kind: string, points: string[], text?: string, tone?: string, title?: string, value?: number}>} items
   */
  overlay(name, items) {
    this.overlays.set(name, items);
    this.#drawLayer(name);
    this.#label();
  }

  /** Takes a layer away; without a name, all of them. */
  clear(name) {
    if (name === undefined) {
      for (const each of [...this.overlays.keys()]) this.clear(each);
      return;
    }
    if (!this.overlays.delete(name)) return;
    this.#drawLayer(name);
    this.#label();
  }

  setCoordinates(shown) {
    this.coordinates = shown;
    if (this.position) this.#drawView();
  }

  /** Puts the keyboard on a point. */
  focus(name) {
    const i = name ? this.index(name) : this.cursor;
    if (i >= 0) this.#moveCursor(i, true);
  }

  /** True while the keyboard is on a point of the board. */
  get focused() { return this.picture.contains(document.activeElement); }

  /** The point the keyboard is on. */
  get cursorName() { return this.name(this.cursor); }

  /** Moves the keyboard by columns and rows. */
  step(dx, dy) {
    const x = Math.min(this.width - 1, Math.max(0, (this.cursor % this.width) + dx));
    const y = Math.min(this.height - 1, Math.max(0, Math.floor(this.cursor / this.width) + dy));
    this.#moveCursor(y * this.width + x, true);
  }

  /** Shows a stone where the mouse is, or none. */
  ghost(name, color) {
    const i = name ? this.index(name) : -1;
    const group = this.layers.ghost;
    if (i < 0 || !color || this.position.grid[i]) {
      group.replaceChildren();
      return;
    }
    group.replaceChildren(svg('circle', { cx: this.x(i), cy: this.y(i), r: CELL * 0.47, class: `stone ghost-${color}` }));
  }

  /** Shows where a finger aims: the lines through the point, a ring and perhaps a stone. */
  aim(name, color) {
    this.ghost(name, color);
    const i = name ? this.index(name) : -1;
    if (i < 0) return;
    const [x, y] = [this.x(i), this.y(i)];
    this.layers.ghost.append(
      svg('path', { d: `M0 ${y}H${this.width * CELL}M${x} 0V${this.height * CELL}`, class: 'aim-line' }),
      svg('circle', { cx: x, cy: y, r: CELL * 0.6, class: 'aim-ring' }));
  }

  /** How many pixels there are between two lines on the screen. */
  pointSize() { return this.cells[this.cursor]?.getBoundingClientRect().width ?? 0; }

  #build(width, height) {
    this.width = width;
    this.height = height;
    this.cursor = Math.floor((width * height) / 2);
    const layer = (name) => svg('g', { class: `layer-${name}`, 'aria-hidden': 'true' });
    this.layers = {};
    const names = ['wood', 'grid', 'below', 'shadows', 'stones', 'dim', 'marks', 'above', 'ghost', 'coords'];
    for (const name of names) this.layers[name] = layer(name);
    this.layerParts = new Map();
    this.stoneParts = new Array(width * height).fill(null);
    this.shown = new Uint8Array(width * height);
    this.cells = [];
    const rows = svg('g', { role: 'grid', class: 'points', 'aria-label': `Board of ${width} columns and ${height} rows` });
    for (let y = 0; y < height; y++) {
      const row = svg('g', { role: 'row' });
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        const cell = svg('rect', {
          role: 'gridcell', class: 'point', tabindex: i === this.cursor ? 0 : -1, 'data-index': i,
          x: x * CELL, y: y * CELL, width: CELL, height: CELL,
        });
        row.append(cell);
        this.cells.push(cell);
      }
      rows.append(row);
    }
    this.labels = new Array(width * height).fill('');
    // All but the wood and the coordinates is cut off where only a part is shown.
    this.window = svg('rect', { x: 0, y: 0, width: width * CELL, height: height * CELL });
    const defs = definitions();
    defs.append(svg('clipPath', { id: 'window' }, this.window));
    const inner = names.filter((name) => name !== 'wood' && name !== 'coords').map((name) => this.layers[name]);
    this.inner = svg('g', {}, ...inner);
    this.picture.replaceChildren(defs, this.layers.wood, this.inner, this.layers.coords, rows);
    this.#drawGrid();
  }

  #drawGrid() {
    const { width, height } = this;
    const right = (width - 0.5) * CELL;
    const bottom = (height - 0.5) * CELL;
    let path = '';
    for (let x = 0; x < width; x++) path += `M${(x + 0.5) * CELL} ${CELL / 2}V${bottom}`;
    for (let y = 0; y < height; y++) path += `M${CELL / 2} ${(y + 0.5) * CELL}H${right}`;
    const edge = `M${CELL / 2} ${CELL / 2}H${right}V${bottom}H${CELL / 2}Z`;
    const dots = starPoints(width, height).map(([x, y]) =>
      svg('circle', { cx: (x + 0.5) * CELL, cy: (y + 0.5) * CELL, r: CELL * 0.09, class: 'hoshi' }));
    this.layers.grid.replaceChildren(svg('path', { d: path, class: 'line' }), svg('path', { d: edge, class: 'edge' }), ...dots);
  }

  /** The part of the board that is shown, the wood under it, and the coordinates around it. */
  #drawView() {
    const { width, height, position } = this;
    let [left, top, right, bottom] = [0, 0, width - 1, height - 1];
    if (position.view) {
      const xs = [...position.view].map((i) => i % width);
      const ys = [...position.view].map((i) => Math.floor(i / width));
      [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    }
    const key = [left, top, right, bottom, this.coordinates, ...(position.dim ?? []), '/', ...(position.view ?? [])].join();
    if (this.viewKey === key && this.viewOf === this.layers) return;
    this.viewKey = key;
    this.viewOf = this.layers;
    const margin = this.coordinates ? CELL * 0.75 : CELL * 0.2;
    const box = [left * CELL - margin, top * CELL - margin, (right - left + 1) * CELL + 2 * margin, (bottom - top + 1) * CELL + 2 * margin];
    this.picture.setAttribute('viewBox', box.join(' '));
    this.holder.dataset.shape = box[2] > box[3] ? 'wide' : 'tall';
    const area = { x: box[0], y: box[1], width: box[2], height: box[3] };
    this.layers.wood.replaceChildren(svg('rect', { ...area, class: 'wood' }), svg('rect', { ...area, class: 'grain', fill: 'url(#grain)' }));
    const texts = [];
    const text = (x, y, words) => texts.push(svg('text', { x, y, class: 'coordinate' }, words));
    if (this.coordinates) {
      for (let x = left; x <= right; x++) {
        const letter = pointName(x, 0, height)[0];
        text((x + 0.5) * CELL, top * CELL - CELL * 0.3, letter);
        text((x + 0.5) * CELL, (bottom + 1) * CELL + CELL * 0.3, letter);
      }
      for (let y = top; y <= bottom; y++) {
        text(left * CELL - CELL * 0.34, (y + 0.5) * CELL, String(height - y));
        text((right + 1) * CELL + CELL * 0.34, (y + 0.5) * CELL, String(height - y));
      }
    }
    this.layers.coords.replaceChildren(...texts);
    const cover = (i, look) => svg('rect', { x: this.x(i) - CELL / 2, y: this.y(i) - CELL / 2, width: CELL, height: CELL, class: look });
    const covers = [...(position.dim ?? [])].map((i) => cover(i, 'dimmed'));
    this.cells.forEach((cell, i) => {
      const seen = !position.view || position.view.has(i);
      cell.style.display = seen ? '' : 'none';
      if (!seen) covers.push(cover(i, 'wood-cover'));
    });
    this.layers.dim.replaceChildren(...covers);
    if (position.view) this.inner.setAttribute('clip-path', 'url(#window)');
    else this.inner.removeAttribute('clip-path');
    for (const [name, value] of [['x', left], ['y', top], ['width', right - left + 1], ['height', bottom - top + 1]]) {
      this.window.setAttribute(name, value * CELL);
    }
  }

  #drawStones() {
    const grid = this.position.grid;
    for (let i = 0; i < grid.length; i++) {
      if (grid[i] === this.shown[i]) continue;
      this.shown[i] = grid[i];
      let part = this.stoneParts[i];
      if (!part) {
        const at = { cx: this.x(i), cy: this.y(i) };
        part = {
          shadow: svg('circle', { cx: at.cx + CELL * 0.035, cy: at.cy + CELL * 0.06, r: CELL * 0.475, class: 'shadow' }),
          stone: svg('circle', { ...at, r: CELL * 0.475 }),
        };
        this.stoneParts[i] = part;
      }
      if (!grid[i]) {
        part.shadow.remove();
        part.stone.remove();
        continue;
      }
      part.stone.setAttribute('class', grid[i] === BLACK ? 'stone black' : 'stone white');
      if (!part.stone.isConnected) {
        this.layers.shadows.append(part.shadow);
        this.layers.stones.append(part.stone);
      }
    }
  }

  #drawLayer(name) {
    for (const part of this.layerParts?.get(name) ?? []) part.remove();
    const items = this.overlays.get(name);
    if (!items || !this.position) {
      this.layerParts?.delete(name);
      return;
    }
    const { below, above } = drawOverlay(this, items);
    this.layers.below.append(...below);
    this.layers.above.append(...above);
    this.layerParts.set(name, [...below, ...above]);
  }

  /** Words come after the picture, unless the keyboard (and so perhaps a screen reader) is on the board. */
  #label() {
    if (this.focused) this.#labelNow();
    else this.labelling ??= setTimeout(() => this.#labelNow(), 60);
  }

  /** Says in words what is at each point. */
  #labelNow() {
    clearTimeout(this.labelling);
    this.labelling = null;
    if (!this.position) return;
    const words = this.describeAll();
    for (let i = 0; i < words.length; i++) {
      if (words[i] === this.labels[i]) continue;
      this.labels[i] = words[i];
      this.cells[i].setAttribute('aria-label', words[i]);
    }
  }

  /** "Q16, white stone, block of 4, 3 liberties", for every point. */
  describeAll() {
    const { position } = this;
    const words = new Array(position.grid.length);
    for (let i = 0; i < words.length; i++) {
      if (words[i]) continue;
      const stone = position.grid[i];
      if (!stone) {
        words[i] = `${this.name(i)}, empty`;
        continue;
      }
      const { stones, liberties } = position.block(i);
      const color = stone === WHITE ? 'white' : 'black';
      const size = stones.length === 1 ? 'single stone' : `block of ${stones.length}`;
      const free = liberties.size === 1 ? '1 liberty' : `${liberties.size} liberties`;
      for (const j of stones) words[j] = `${this.name(j)}, ${color} stone, ${size}, ${free}`;
    }
    const add = (i, text) => { if (words[i] !== undefined) words[i] += `, ${text}`; };
    const last = position.lastMove ? position.index(position.lastMove) : -1;
    if (last >= 0) add(last, 'last move');
    if (position.ko) add(position.index(position.ko), 'ko');
    markWords(this.marks, add);
    overlayWords(this, add);
    return words;
  }

  #moveCursor(i, focus) {
    this.cells[this.cursor]?.setAttribute('tabindex', '-1');
    this.cursor = i;
    this.cells[i].setAttribute('tabindex', '0');
    if (focus) this.cells[i].focus();
  }

  #listen() {
    const indexOf = (event) => {
      const data = event.target?.dataset?.index;
      return data === undefined ? -1 : Number(data);
    };
    const keys = (event) => ({ shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey });
    // A mouse click must not take the keyboard away from the game.
    this.picture.addEventListener('mousedown', (event) => event.preventDefault());
    let from = -1;
    this.picture.addEventListener('pointerdown', (event) => { from = indexOf(event); });
    this.picture.addEventListener('pointerup', (event) => {
      if (event.pointerType === 'touch') return;
      const to = indexOf(event);
      if (from >= 0 && to >= 0 && from !== to) this.emit('drag', this.name(from), this.name(to), keys(event));
    });
    this.picture.addEventListener('click', (event) => {
      const i = indexOf(event);
      if (i < 0) return;
      this.#moveCursor(i, false);
      // What a finger cannot hit surely is aimed at first; see aim.js.
      const small = event.pointerType === 'touch' && this.pointSize() < FINGER;
      this.emit(small ? 'aim' : 'point', this.name(i), keys(event));
    });
    this.picture.addEventListener('focusin', (event) => {
      const i = indexOf(event);
      if (i < 0) return;
      this.#moveCursor(i, false);
      this.emit('hover', this.name(i));
    });
    this.picture.addEventListener('focusout', () => this.emit('hover', null));
    let over = -1;
    this.picture.addEventListener('pointermove', (event) => {
      const i = event.pointerType === 'touch' ? -1 : indexOf(event);
      if (i === over) return;
      over = i;
      this.emit('hover', i < 0 ? null : this.name(i));
    });
    this.picture.addEventListener('pointerleave', () => {
      over = -1;
      this.emit('hover', null);
    });
  }
}

/** The dotted points of a board of this size, as columns and rows. */
export function starPoints(width, height) {
  const lines = (n) => (n < 7 ? [] : n < 12 ? [2, n - 3] : [3, n - 4]);
  const points = [];
  for (const x of lines(width)) for (const y of lines(height)) points.push([x, y]);
  const middle = (n) => (n % 2 ? (n - 1) / 2 : -1);
  const [mx, my] = [middle(width), middle(height)];
  if (mx >= 0 && my >= 0 && (width >= 5 && height >= 5)) points.push([mx, my]);
  if (width >= 15 && mx >= 0) for (const y of lines(height)) points.push([mx, y]);
  if (height >= 15 && my >= 0) for (const x of lines(width)) points.push([x, my]);
  return points;
}
