// The rules of Go as far as the page needs them: which stones stand at a node.
//
// Every node keeps its position once it is known, built from its parent's, so
// that a key answers at once anywhere in a long game. The truth about scores,
// superko and life is the server's; here are only captures, setup and ko.

import { boardSize, fromSgf, listPoints, toSgf } from './sgf.js';

const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The name of a point, as 'Q16': columns without I, rows from the bottom. */
export function pointName(x, y, height) { return COLUMNS[x] + (height - y); }

/** Column and row of a name on a board of this size, or null. */
export function pointAt(name, width, height) {
  const match = /^([A-HJ-Za-hj-z])(\d{1,2})$/.exec(String(name).trim());
  if (!match) return null;
  const x = COLUMNS.indexOf(match[1].toUpperCase());
  const y = height - Number(match[2]);
  return x < width && y >= 0 && y < height ? [x, y] : null;
}

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;

const STONE = { B: BLACK, W: WHITE };

/** The other colour. */
export function opposite(color) { return color === 'B' ? 'W' : 'B'; }

export function colorWord(color) { return color === 'B' ? 'Black' : 'White'; }

/** Which stones stand at a node, and what the rules remember. */
export class Position {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    /** Points row by row from the top left: EMPTY, BLACK or WHITE. */
    this.grid = new Uint8Array(width * height);
    /** Stones taken by each side. */
    this.prisoners = { B: 0, W: 0 };
    this.moveNumber = 0;
    /** Name of the last move ('Q16' or 'pass'), or null. */
    this.lastMove = null;
    /** Name of the point that may not be retaken at once, or null. */
    this.ko = null;
    /** Who moves, if a move or `PL` has said so. */
    this.turn = null;
    /** Dimmed points, and the visible ones if only a part is shown (SGF DD and VW, inherited). */
    this.dim = null;
    this.view = null;
    this.node = null;
  }

  /** Who moves here: 'B' or 'W'. Without word from the record, whose move follows. */
  get toPlay() {
    if (this.turn) return this.turn;
    const next = this.node?.children.find((child) => child.color);
    if (next) return next.color;
    return Number(this.node?.root.first('HA', 0)) >= 2 ? 'W' : 'B';
  }

  /** The stones by name: 'Q16' → 'B' or 'W'. */
  get stones() {
    const map = new Map();
    this.grid.forEach((stone, i) => { if (stone) map.set(this.name(i), stone === BLACK ? 'B' : 'W'); });
    return map;
  }

  name(index) { return pointName(index % this.width, Math.floor(index / this.width), this.height); }

  /** The index of a name, or -1. */
  index(name) {
    const point = pointAt(name, this.width, this.height);
    return point ? point[1] * this.width + point[0] : -1;
  }

  /** The stone at a name: 'B', 'W' or null. */
  at(name) {
    const stone = this.grid[this.index(name)];
    return stone === BLACK ? 'B' : stone === WHITE ? 'W' : null;
  }

  sgf(name) {
    const point = pointAt(name, this.width, this.height);
    return point ? toSgf(...point) : '';
  }

  /** Indices next to `i`. */
  near(i) {
    const x = i % this.width;
    const list = [];
    if (x > 0) list.push(i - 1);
    if (x < this.width - 1) list.push(i + 1);
    if (i >= this.width) list.push(i - this.width);
    if (i + this.width < this.grid.length) list.push(i + this.width);
    return list;
  }

  /** The block at index `i`: its stones and its liberties, as indices. */
  block(i) {
    const color = this.grid[i];
    const stones = [i];
    const seen = new Set(stones);
    const liberties = new Set();
    for (let k = 0; k < stones.length; k++) {
      for (const j of this.near(stones[k])) {
        if (this.grid[j] === EMPTY) liberties.add(j);
        else if (this.grid[j] === color && !seen.has(j)) {
          seen.add(j);
          stones.push(j);
        }
      }
    }
    return { stones, liberties };
  }

  /** The block at a named point, by names: the form panels use. */
  blockAt(name) {
    const i = this.index(name);
    if (i < 0 || !this.grid[i]) return null;
    const { stones, liberties } = this.block(i);
    return { color: this.at(name), stones: stones.map((j) => this.name(j)), liberties: [...liberties].map((j) => this.name(j)) };
  }

  copy() {
    const next = new Position(this.width, this.height);
    next.grid = this.grid.slice();
    next.prisoners = { ...this.prisoners };
    next.moveNumber = this.moveNumber;
    next.turn = this.turn;
    next.dim = this.dim;
    next.view = this.view;
    return next;
  }

  /** Puts a stone and takes what has no liberty left, own stones last. */
  place(i, color) {
    const own = STONE[color];
    this.grid[i] = own;
    let taken = [];
    for (const j of this.near(i)) {
      if (this.grid[j] && this.grid[j] !== own) {
        const block = this.block(j);
        if (!block.liberties.size) {
          for (const k of block.stones) this.grid[k] = EMPTY;
          taken = taken.concat(block.stones);
        }
      }
    }
    this.prisoners[color] += taken.length;
    const block = this.block(i);
    if (!block.liberties.size) {
      for (const k of block.stones) this.grid[k] = EMPTY;
      this.prisoners[opposite(color)] += block.stones.length;
    }
    const ko = taken.length === 1 && block.stones.length === 1 && block.liberties.size === 1;
    this.ko = ko ? this.name(taken[0]) : null;
    return taken;
  }
}

const known = new WeakMap();

/** The position at a node. */
export function replay(node) {
  const waiting = [];
  let at = node;
  while (at && !known.has(at)) {
    waiting.push(at);
    at = at.parent;
  }
  let position = at ? known.get(at) : null;
  while (waiting.length) {
    const next = waiting.pop();
    position = step(position ?? new Position(...boardSize(next)), next);
    known.set(next, position);
  }
  return position;
}

/** Forgets the positions at and below a node, after an edit there. */
export function forget(node) {
  const stack = [node];
  while (stack.length) {
    const next = stack.pop();
    // Where nothing is known, nothing below is known either.
    if (known.delete(next)) stack.push(...next.children);
  }
}

/** The position after the properties of one node. */
function step(before, node) {
  const position = before.copy();
  position.node = node;
  const inside = ([x, y]) => x < position.width && y < position.height;
  const indices = (name) => [...listPoints(node.props.get(name))].filter(inside).map(([x, y]) => y * position.width + x);
  for (const [name, stone] of [['AE', EMPTY], ['AB', BLACK], ['AW', WHITE]]) {
    if (node.has(name)) for (const i of indices(name)) position.grid[i] = stone;
  }
  for (const color of ['B', 'W']) {
    if (!node.has(color)) continue;
    const point = fromSgf(node.first(color));
    position.moveNumber++;
    position.turn = opposite(color);
    if (point && inside(point)) {
      const i = point[1] * position.width + point[0];
      position.place(i, color);
      position.lastMove = position.name(i);
    } else {
      position.lastMove = 'pass';
      position.ko = null;
    }
  }
  if (node.has('PL')) position.turn = /^(w|2)/i.test(node.first('PL', '')) ? 'W' : 'B';
  if (/^\d+$/.test(node.first('MN', ''))) position.moveNumber = Number(node.first('MN'));
  if (node.has('DD')) position.dim = set(indices('DD'));
  if (node.has('VW')) position.view = set(indices('VW'));
  return position;
}

function set(list) { return list.length ? new Set(list) : null; }

/** Why a move is not legal, as a sentence, or null. `suicide` says whether the rules allow it. */
export function whyIllegal(position, name, color, suicide = false) {
  if (name === 'pass') return null;
  const i = position.index(name);
  if (i < 0) return `${name} is not on this board`;
  if (position.grid[i]) return `${name} is occupied`;
  if (position.ko === name && position.turn === color) return `ko: ${name} may not be retaken at once`;
  const next = position.copy();
  next.place(i, color);
  if (!next.grid[i] && !suicide) return `${name} would be suicide`;
  return null;
}

export function isLegal(position, name, color = position.toPlay, suicide = false) {
  return whyIllegal(position, name, color, suicide) === null;
}
