// Pattern libraries as text and as pictures. The text is what docs/patterns.md describes; here
// it is only cut into patterns and drawn. Whether it is right is the program's to say.

import { svg } from '../dom.js';

/** Cuts the text of a library into patterns: name, map, edges, the lines below, the text itself. */
export function readLibrary(text) {
  const patterns = [];
  let current = null;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.split('#')[0].trim();
    const name = /^pattern\s+(.*)$/.exec(line);
    if (name) {
      current = { name: name[1].trim(), rows: [], corner: false, edge: false, lines: [], text: '' };
      patterns.push(current);
    }
    if (!current) continue;
    current.text += `${raw}\n`;
    if (name || !line) continue;
    if (/^[-+ ]+$/.test(line)) current.edge = true;
    else if (isRow(line, current)) {
      current.corner ||= line.startsWith('|');
      current.rows.push([...line.replace(/^\|/, '').replace(/\s/g, '')]);
    } else current.lines.push(line);
  }
  for (const pattern of patterns) pattern.text = `${pattern.text.trim()}\n`;
  return patterns;
}

/** Whether a line is a row of a map, which only stands before the lines that explain it. */
export function isRow(line, pattern) {
  if (pattern.lines.length || pattern.edge || /^(exact$|connects |divides |move )/.test(line)) return false;
  return /^\|?[XO.?a-z\s]+$/.test(line);
}

/** The text of a whole library from the texts of its patterns. */
export function writeLibrary(patterns) {
  return patterns.map((pattern) => pattern.text.trim()).join('\n\n') + (patterns.length ? '\n' : '');
}

/** What stands on a named point: `X`, `O`, `.` or nothing known. */
function standsOn(pattern, letter) {
  const line = pattern.lines.find((each) => new RegExp(`^${letter}\\s*=`).test(each));
  return line ? line.split('=')[1].trim().charAt(0) : '?';
}

/** What the lines of a pattern say of it, in words. */
export function tellPattern(pattern) {
  const said = pattern.lines.map((line) => line
    .replace(/^move (\w) X:\s*/, 'first color plays $1: ').replace(/^move (\w) O:\s*/, 'second color plays $1: ')
    .replace(/^connects (\w) (\w)$/, '$1 and $2 are connected').replace(/^divides (\w) (\w)$/, 'a wall from $1 to $2')
    .replace(/^exact$/, 'called proved'));
  return said.join('; ');
}

const CELL = 22;

/** A small picture; with `onCell(row, column)` its points can be clicked. */
export function picture(pattern, onCell) {
  const height = pattern.rows.length;
  const width = Math.max(0, ...pattern.rows.map((row) => row.length));
  const left = pattern.corner ? 6 : 0;
  const root = svg('svg', {
    class: 'pattern-picture', viewBox: `${-left} 0 ${width * CELL + left} ${height * CELL + (pattern.edge ? 6 : 0)}`,
    width: width * CELL + left, height: height * CELL + (pattern.edge ? 6 : 0), role: onCell ? 'group' : 'img', 'aria-label': `${pattern.name}: ${tellPattern(pattern)}`,
  });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) root.append(...cell(pattern, x, y, width, height));
  }
  if (pattern.edge) root.append(svg('line', { x1: 0, x2: width * CELL, y1: height * CELL - CELL / 2, y2: height * CELL - CELL / 2, class: 'pattern-edge' }));
  if (pattern.corner) root.append(svg('line', { x1: CELL / 2, x2: CELL / 2, y1: 0, y2: height * CELL - (pattern.edge ? CELL / 2 : 0), class: 'pattern-edge' }));
  if (onCell) {
    pattern.rows.forEach((row, y) => row.forEach((sign, x) => {
      const act = () => onCell(y, x);
      root.append(svg('rect', { x: x * CELL, y: y * CELL, width: CELL, height: CELL, class: 'pattern-cell', role: 'button', tabindex: '0', 'aria-label': `row ${y + 1}, column ${x + 1}: ${words(sign)}` }));
      const made = root.lastElementChild;
      made.addEventListener('click', act);
      made.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        act();
      });
    }));
  }
  return root;
}

function words(sign) {
  return { X: 'first color', O: 'second color', '.': 'empty', '?': 'anything' }[sign] ?? `point ${sign}`;
}

function cell(pattern, x, y, width, height) {
  const sign = pattern.rows[y][x] ?? '?';
  const [cx, cy] = [x * CELL + CELL / 2, y * CELL + CELL / 2];
  const labelled = /[a-z]/.test(sign);
  const stands = labelled ? standsOn(pattern, sign) : sign;
  const parts = [];
  if (stands === '?') {
    parts.push(svg('rect', { x: x * CELL + 2, y: y * CELL + 2, width: CELL - 4, height: CELL - 4, class: 'pattern-any' }));
  } else {
    const down = pattern.edge && y === height - 1 ? cy : (y + 1) * CELL;
    const west = pattern.corner && x === 0 ? cx : x * CELL;
    parts.push(svg('path', { d: `M${west} ${cy}H${(x + 1) * CELL}M${cx} ${y * CELL}V${down}`, class: 'pattern-grid' }));
  }
  if (stands === 'X') parts.push(svg('circle', { cx, cy, r: CELL * 0.44, class: 'pattern-black' }));
  if (stands === 'O') parts.push(svg('circle', { cx, cy, r: CELL * 0.44, class: 'pattern-white' }));
  if (labelled) {
    if (stands === '.') parts.push(svg('rect', { x: cx - 6, y: cy - 7, width: 12, height: 14, class: 'pattern-blank' }));
    parts.push(svg('text', { x: cx, y: cy + 4, class: `pattern-letter on-${stands === 'X' ? 'black' : 'white'}` }, sign));
  }
  return parts;
}
