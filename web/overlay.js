// What other parts of the page show on the board: areas, outlines, labels,
// dots, heat and stones to come. Each item has a tone, and each tone a pattern
// or sign of its own besides its colour.

import { svg } from './dom.js';

const CELL = 40;

/** Parts for under and over the stones. */
export function drawOverlay(board, items) {
  const below = [];
  const above = [];
  for (const item of items) {
    const tone = /^(black|white|good|bad|[a-h])$/.test(item.tone) ? item.tone : 'a';
    const points = (item.points ?? []).map((name) => board.index(name)).filter((i) => i >= 0);
    switch (item.kind) {
      case 'fill': below.push(...fill(board, points, tone)); break;
      case 'heat': below.push(...heat(board, points, item, tone)); break;
      case 'outline': above.push(...outline(board, points, tone, item.text)); break;
      case 'dot': above.push(...points.map((i) => dot(board, i, tone))); break;
      case 'line': above.push(...line(board, points, tone)); break;
      case 'ghost': above.push(...points.flatMap((i) => ghost(board, i, tone, item.text))); break;
      default: above.push(...points.flatMap((i) => label(board, i, tone, item.text)));
    }
  }
  return { below, above };
}

/** Says what overlays tell about points. */
export function overlayWords(board, add) {
  for (const items of board.overlays.values()) {
    for (const item of items) {
      const words = item.title ?? item.text;
      if (!words) continue;
      for (const name of item.points ?? []) add(board.index(name), words);
    }
  }
}

/** The titles of all overlay items at a point, for the tooltip. */
export function titlesAt(board, name) {
  const titles = [];
  for (const items of board.overlays.values()) {
    for (const item of items) if (item.title && item.points?.includes(name)) titles.push(item.title);
  }
  return [...new Set(titles)];
}


function fill(board, points, tone) {
  const d = points.map((i) => `M${board.x(i) - CELL / 2} ${board.y(i) - CELL / 2}h${CELL}v${CELL}h${-CELL}z`).join('');
  return [svg('path', { d, class: `fill tone-${tone}` }), svg('path', { d, fill: `url(#hatch-${tone})`, class: 'fill-hatch' })];
}

/** A square that grows with its value, so that strength is seen as size too. */
function heat(board, points, item, tone) {
  const value = Math.min(1, Math.max(0, item.value ?? 1));
  const side = CELL * (0.3 + 0.65 * Math.sqrt(value));
  return points.flatMap((i) => {
    const parts = [svg('rect', {
      x: board.x(i) - side / 2, y: board.y(i) - side / 2, width: side, height: side, rx: 4,
      class: `heat tone-${tone}`, 'fill-opacity': (0.25 + 0.6 * value).toFixed(3),
    })];
    if (item.text) parts.push(sign(board, i, item.text, `heat-text${item.text.length > 2 ? ' long' : ''}`));
    return parts;
  });
}

/** A line around the points: the sides of cells whose neighbour is outside. */
function outline(board, points, tone, words) {
  const inside = new Set(points);
  const has = (i, dx, dy) => {
    const x = (i % board.width) + dx;
    const y = Math.floor(i / board.width) + dy;
    return x >= 0 && y >= 0 && x < board.width && y < board.height && inside.has(y * board.width + x);
  };
  // The line runs a little inside, so that neighbours' lines lie side by side; it
  // is drawn on to the next cell, and past it where the corner is an inner one.
  const [inner, outer] = [CELL / 2 - 1.5, CELL / 2 + 1.5];
  const reach = (i, side, out) => (!has(i, ...side) ? inner : has(i, side[0] + out[0], side[1] + out[1]) ? outer : CELL / 2);
  let d = '';
  for (const i of points) {
    const [x, y] = [board.x(i), board.y(i)];
    for (const sign of [-1, 1]) {
      if (!has(i, 0, sign)) {
        d += `M${x - reach(i, [-1, 0], [0, sign])} ${y + sign * inner}H${x + reach(i, [1, 0], [0, sign])}`;
      }
      if (!has(i, sign, 0)) {
        d += `M${x + sign * inner} ${y - reach(i, [0, -1], [sign, 0])}V${y + reach(i, [0, 1], [sign, 0])}`;
      }
    }
  }
  const parts = [svg('path', { d, class: `outline tone-${tone}` })];
  if (words && points.length) parts.push(...label(board, Math.min(...points), tone, words));
  return parts;
}

function dot(board, i, tone) {
  const [x, y] = [board.x(i), board.y(i)];
  if (tone === 'bad') return svg('path', { d: `M${x - 6} ${y - 6}L${x + 6} ${y + 6}M${x - 6} ${y + 6}L${x + 6} ${y - 6}`, class: `dot-line tone-${tone}` });
  if (tone === 'good') return svg('path', { d: `M${x - 7} ${y}L${x - 2} ${y + 6}L${x + 8} ${y - 6}`, class: `dot-line tone-${tone}` });
  return svg('circle', { cx: x, cy: y, r: 6, class: `dot tone-${tone}` });
}

/** A line between two points: whole where they belong together, broken where they wall off. */
function line(board, points, tone) {
  if (points.length !== 2) return [];
  const [a, b] = points;
  const at = { x1: board.x(a), y1: board.y(a), x2: board.x(b), y2: board.y(b) };
  return [svg('line', { ...at, class: 'link-edge' }), svg('line', { ...at, class: `link tone-${tone}`, 'stroke-dasharray': tone === 'bad' ? '5 7' : undefined })];
}

/** A stone that is to come, with a number or letter on it. */
function ghost(board, i, tone, words) {
  const color = tone === 'white' ? 'W' : 'B';
  const parts = [svg('circle', { cx: board.x(i), cy: board.y(i), r: CELL * 0.46, class: `stone ghost-${color}` })];
  if (words) parts.push(sign(board, i, words, `number ${color === 'B' ? 'on-black' : 'on-white'}`));
  return parts;
}

function label(board, i, tone, words) {
  if (!words) return [];
  const wide = String(words).length;
  const width = Math.max(22, 9 + wide * 9.5);
  return [
    svg('rect', { x: board.x(i) - width / 2, y: board.y(i) - 11, width, height: 22, rx: 6, class: `plate tone-${tone}` }),
    sign(board, i, words, 'plate-text'),
  ];
}

function sign(board, i, words, name) {
  return svg('text', { x: board.x(i), y: board.y(i), class: `sign ${name}` }, String(words));
}

