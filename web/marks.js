// Marks of a record on the board: which ones a node has, how they are drawn,
// and how they are said.

import { svg } from './dom.js';
import { pathTo, fromSgf, listPoints } from './sgf.js';

const CELL = 40;
const SHAPES = { TR: 'triangle', SQ: 'square', CR: 'circle', MA: 'cross', SL: 'selected' };
const AREAS = { TB: 'black territory', TW: 'white territory' };

/**
 * The marks of a node by index: shapes, labels, territory, arrows and lines,
 * and what the settings add (move numbers, next moves).
 */
export function marksOf(node, position, { numbers = false, variations = true } = {}) {
  const { width, height } = position;
  const marks = { shapes: new Map(), areas: new Map(), labels: new Map(), lines: [], numbers: new Map(), next: new Map() };
  const index = (point) => (point && point[0] < width && point[1] < height ? point[1] * width + point[0] : -1);
  const each = (name, fn) => { for (const point of listPoints(node.props.get(name))) if (index(point) >= 0) fn(index(point)); };
  for (const name of Object.keys(SHAPES)) each(name, (i) => marks.shapes.set(i, name));
  for (const name of Object.keys(AREAS)) each(name, (i) => marks.areas.set(i, name));
  for (const value of node.props.get('LB') ?? []) {
    const i = index(fromSgf(value.slice(0, 2)));
    if (i >= 0 && value[2] === ':') marks.labels.set(i, value.slice(3));
  }
  for (const name of ['AR', 'LN']) {
    for (const value of node.props.get(name) ?? []) {
      const [from, to] = value.split(':').map((part) => index(fromSgf(part)));
      if (from >= 0 && to >= 0 && from !== to) marks.lines.push({ name, from, to });
    }
  }
  if (numbers) marks.numbers = numbersOf(node, position);
  if (variations && node.children.length > 1) {
    node.children.forEach((child, k) => {
      const i = index(fromSgf(child.move ?? ''));
      if (i >= 0 && !marks.next.has(i)) marks.next.set(i, { number: k + 1, color: child.color });
    });
  }
  return marks;
}

/** The number of the move that put each stone which still stands. */
function numbersOf(node, position) {
  const numbers = new Map();
  let count = 0;
  for (const step of pathTo(node)) {
    if (step.color) count++;
    if (/^\d+$/.test(step.first('MN', ''))) count = Number(step.first('MN'));
    const point = fromSgf(step.move ?? '');
    if (point) numbers.set(point[1] * position.width + point[0], count);
    for (const name of ['AB', 'AW', 'AE']) {
      for (const [x, y] of listPoints(step.props.get(name))) numbers.delete(y * position.width + x);
    }
  }
  for (const i of numbers.keys()) if (!position.grid[i]) numbers.delete(i);
  return numbers;
}

/** Draws the marks into the board's own layer. */
export function drawMarks(board, marks) {
  const parts = [];
  const { position } = board;
  const on = (i) => ['on-empty', 'on-black', 'on-white'][position.grid[i]];
  for (const [i, name] of marks.areas ?? []) {
    parts.push(svg('rect', { x: board.x(i) - 6, y: board.y(i) - 6, width: 12, height: 12, class: `area ${name}` }));
  }
  for (const [i, { number }] of marks.next ?? []) {
    if (marks.labels.has(i) || marks.shapes.has(i)) continue;
    parts.push(svg('circle', { cx: board.x(i), cy: board.y(i), r: 11, class: 'next-move' }),
      text(board, i, String.fromCharCode(96 + Math.min(number, 26)), 'next-letter'));
  }
  for (const [i, number] of marks.numbers ?? []) {
    if (!marks.labels.has(i) && !marks.shapes.has(i)) parts.push(text(board, i, String(number), `number ${on(i)}${number > 99 ? ' long' : ''}`));
  }
  const last = position.lastMove ? position.index(position.lastMove) : -1;
  if (last >= 0 && position.grid[last] && !marks.shapes?.has(last) && !marks.labels?.has(last)) {
    if (marks.numbers?.has(last)) parts.push(svg('path', { d: `M${board.x(last) - 9} ${board.y(last) + 11}h18`, class: `last-move ${on(last)}` }));
    else parts.push(svg('circle', { cx: board.x(last), cy: board.y(last), r: CELL * 0.22, class: `last-move ${on(last)}` }));
  }
  if (position.ko) {
    const i = position.index(position.ko);
    if (!marks.shapes?.has(i) && !marks.labels?.has(i)) {
      parts.push(svg('rect', { x: board.x(i) - 8, y: board.y(i) - 8, width: 16, height: 16, class: 'ko' }));
    }
  }
  for (const [i, name] of marks.shapes ?? []) parts.push(...shape(board, i, name, on(i)));
  for (const [i, words] of marks.labels ?? []) {
    if (!position.grid[i]) parts.push(svg('circle', { cx: board.x(i), cy: board.y(i), r: 15, class: 'label-ground' }));
    parts.push(text(board, i, words, `label ${on(i)}${words.length > 2 ? ' long' : ''}`));
  }
  for (const { name, from, to } of marks.lines ?? []) {
    parts.push(svg('line', {
      x1: board.x(from), y1: board.y(from), x2: board.x(to), y2: board.y(to),
      class: 'connector', 'marker-end': name === 'AR' ? 'url(#arrow)' : null,
    }));
  }
  board.layers.marks.replaceChildren(...parts);
}

function text(board, i, words, name) {
  return svg('text', { x: board.x(i), y: board.y(i), class: `sign ${name}` }, words);
}

function shape(board, i, name, on) {
  const [x, y] = [board.x(i), board.y(i)];
  const look = { class: `mark ${on}` };
  switch (name) {
    case 'TR': return [svg('path', { d: `M${x} ${y - 11}L${x + 10} ${y + 6.5}H${x - 10}Z`, ...look })];
    case 'SQ': return [svg('rect', { x: x - 8, y: y - 8, width: 16, height: 16, ...look })];
    case 'CR': return [svg('circle', { cx: x, cy: y, r: 9.5, ...look })];
    case 'MA': return [svg('path', { d: `M${x - 8} ${y - 8}L${x + 8} ${y + 8}M${x - 8} ${y + 8}L${x + 8} ${y - 8}`, ...look })];
    default: return [svg('rect', { x: x - 7, y: y - 7, width: 14, height: 14, class: `mark selected ${on}` })];
  }
}

/** Says the marks: `add(index, words)` for each. */
export function markWords(marks, add) {
  for (const [i, name] of marks.shapes ?? []) add(i, name === 'SL' ? 'selected' : `marked with a ${SHAPES[name]}`);
  for (const [i, name] of marks.areas ?? []) add(i, AREAS[name]);
  for (const [i, words] of marks.labels ?? []) add(i, `labelled ${words}`);
  for (const [i, { number }] of marks.next ?? []) add(i, `variation ${number}`);
  for (const [i, number] of marks.numbers ?? []) add(i, `move ${number}`);
}
