// Turning, mirroring and recolouring a whole record.

import { boardSize, fromSgf, nodes, toSgf } from './sgf.js';

const POINTS = new Set(['B', 'W', 'AB', 'AW', 'AE', 'TR', 'SQ', 'CR', 'MA', 'SL', 'DD', 'VW', 'TB', 'TW', 'AR', 'LN', 'LB']);
const SWAPS = [['B', 'W'], ['AB', 'AW'], ['TB', 'TW'], ['BL', 'WL'], ['OB', 'OW'], ['GB', 'GW'], ['PB', 'PW'], ['BR', 'WR'], ['BT', 'WT']];

/** Turns the board to the right by quarters. */
export function rotate(root, quarters) {
  for (let i = 0; i < quarters; i++) {
    const [width, height] = boardSize(root);
    mapPoints(root, (x, y) => [height - 1 - y, x], width, height);
    if (width !== height) root.props.set('SZ', [`${height}:${width}`]);
  }
}

/** Mirrors left and right. */
export function flip(root) {
  const [width, height] = boardSize(root);
  mapPoints(root, (x, y) => [width - 1 - x, y], width, height);
}

/** Black becomes White and White Black, players included. */
export function swapColors(root) {
  for (const node of nodes(root)) {
    const swapped = new Map();
    for (const [name, values] of node.props) {
      const pair = SWAPS.find((each) => each.includes(name));
      const other = pair ? pair[pair[0] === name ? 1 : 0] : name;
      swapped.set(other, name === 'PL' ? values.map((v) => (/^(w|2)/i.test(v) ? 'B' : 'W')) : values);
    }
    node.props = swapped;
  }
}

function mapPoints(root, map, width, height) {
  const move = (text) => {
    const point = fromSgf(text);
    return point && point[0] < width && point[1] < height ? toSgf(...map(...point)) : text;
  };
  for (const node of nodes(root)) {
    for (const [name, values] of node.props) {
      if (!POINTS.has(name)) continue;
      node.props.set(name, values.map((value) => {
        if (name === 'LB') return move(value.slice(0, 2)) + value.slice(2);
        if (!value.includes(':')) return move(value);
        const [from, to] = value.split(':').map(move);
        return name === 'AR' || name === 'LN' ? `${from}:${to}` : rectangle(from, to);
      }));
    }
  }
}

/** A compressed list is written from its upper left to its lower right corner. */
function rectangle(a, b) {
  const [p, q] = [fromSgf(a), fromSgf(b)];
  if (!p || !q) return `${a}:${b}`;
  return `${toSgf(Math.min(p[0], q[0]), Math.min(p[1], q[1]))}:${toSgf(Math.max(p[0], q[0]), Math.max(p[1], q[1]))}`;
}
