// Thermographs as interactive pictures: scores increase to the left and temperature upward, as
// in the literature. A cursor that mouse, touch and arrow keys move says what each side gets at
// a temperature, in exact fractions, and the same corners stand in a table for screen readers.
// A ko has two pictures in one frame: one for each ko master.

import { Rational, pretty } from './panels/rational.js';

const WIDTH = 320;
const HEIGHT = 220;
const MARGIN = { left: 44, right: 16, top: 14, bottom: 34 };
const SVG = 'http://www.w3.org/2000/svg';
const ZERO = new Rational(0n);
const ONE = new Rational(1n);

/**
 * The picture as a figure. `series` is a list of `{name, walls: {left, right}}` with corners
 * `[value, temperature]` as strings, from the coldest temperature up.
 */
export function thermograph(series, title) {
  const graphs = series.map(({ name, walls }) => ({ name, left: wall(walls.left), right: wall(walls.right) }));
  const frame = frameOf(graphs);
  const figure = document.createElement('figure');
  figure.className = 'thermograph';
  const caption = document.createElement('figcaption');
  caption.textContent = title;
  const reading = document.createElement('output');
  reading.className = 'thermograph-reading';
  const svg = draw(graphs, frame, title);
  figure.append(caption, svg, reading, legend(graphs), table(graphs, title));
  cursor(svg, graphs, frame, reading);
  return figure;
}

/** What a wall is worth at a temperature; above its last corner it is a mast. */
export function at(corners, t) {
  if (t.compare(corners[0].t) <= 0) return corners[0].v;
  for (let i = 1; i < corners.length; i += 1) {
    const [low, high] = [corners[i - 1], corners[i]];
    if (t.compare(high.t) <= 0) {
      const part = t.minus(low.t).over(high.t.minus(low.t));
      return low.v.plus(high.v.minus(low.v).times(part));
    }
  }
  return corners.at(-1).v;
}

function wall(corners) {
  const read = corners.map(([v, t]) => ({ v: Rational.read(v), t: Rational.read(t) }));
  const whole = read.filter(({ v, t }) => v && t);
  return whole.length ? whole : [{ v: ZERO, t: new Rational(-1n) }];
}

function frameOf(graphs) {
  const corners = graphs.flatMap(({ left, right }) => [...left, ...right]);
  const pick = (key, sign) => corners.map((c) => c[key]).reduce((a, b) => (a.compare(b) * sign >= 0 ? a : b));
  let [least, greatest] = [pick('v', -1), pick('v', 1)];
  const [bottom, hottest] = [pick('t', -1), pick('t', 1)];
  if (greatest.minus(least).compare(ONE) < 0) {
    [least, greatest] = [least.minus(ONE), greatest.plus(ONE)];
  }
  const height = hottest.minus(bottom);
  const mast = height.compare(ONE) > 0 ? height.times(new Rational(1n, 5n)) : ONE;
  const top = hottest.plus(mast);
  const x = (v) => MARGIN.left
    + (greatest.minus(v).toNumber() / greatest.minus(least).toNumber()) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (t) => MARGIN.top
    + (top.minus(t).toNumber() / top.minus(bottom).toNumber()) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const temperatures = distinct(corners.map((corner) => corner.t));
  return { least, greatest, bottom, top, x, y, temperatures, steps: steps(temperatures, bottom, top) };
}

/** Where the cursor can stand: all corners, the frame, and quarters between while they are few. */
function steps(temperatures, bottom, top) {
  const all = [...temperatures, bottom, top];
  const quarter = new Rational(1n, 4n);
  const few = top.minus(bottom).toNumber() <= 25;
  const step = few ? quarter : ONE;
  for (let t = bottom; t.compare(top) < 0; t = t.plus(step)) all.push(t);
  return distinct(all);
}

function distinct(numbers) {
  const sorted = [...numbers].sort((a, b) => a.compare(b));
  return sorted.filter((n, i) => i === 0 || n.compare(sorted[i - 1]) !== 0);
}

function draw(graphs, frame, title) {
  const svg = shape('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'thermograph-picture' });
  const axis = HEIGHT - MARGIN.bottom;
  svg.append(shape('line', { x1: MARGIN.left, x2: WIDTH - MARGIN.right, y1: axis, y2: axis, class: 'axis' }));
  if (frame.bottom.compare(ZERO) < 0) {
    const y = frame.y(ZERO);
    svg.append(shape('line', { x1: MARGIN.left, x2: WIDTH - MARGIN.right, y1: y, y2: y, class: 'axis faint' }));
  }
  let last = Infinity;
  for (const t of frame.temperatures) {
    const y = frame.y(t);
    if (last - y < 12) continue;
    last = y;
    svg.append(words(pretty(t), MARGIN.left - 6, y + 4, 'end'));
  }
  const masts = graphs.map(({ left }) => left.at(-1).v);
  const taken = [];
  for (const v of [...masts, frame.greatest, frame.least]) {
    const x = frame.x(v);
    if (taken.some((other) => Math.abs(other - x) < 26)) continue;
    taken.push(x);
    svg.append(words(pretty(v), x, axis + 14, 'middle'));
  }
  svg.append(words('score for Black', MARGIN.left, HEIGHT - 4, 'start', 'faint'));
  svg.append(words('temperature', 2, 10, 'start', 'faint'));
  graphs.forEach((graph, i) => {
    svg.append(...lines(graph.left, frame, `wall left-wall series-${i}`));
    svg.append(...lines(graph.right, frame, `wall right-wall series-${i}`));
  });
  svg.setAttribute('aria-label', title);
  return svg;
}

function lines(corners, frame, name) {
  const path = [...corners, { v: corners.at(-1).v, t: frame.top }];
  const at = path.map(({ v, t }) => `${frame.x(v).toFixed(1)},${frame.y(t).toFixed(1)}`);
  const dots = corners.map(({ v, t }) => shape('circle', { cx: frame.x(v), cy: frame.y(t), r: 3, class: name }));
  return [shape('polyline', { points: at.join(' '), class: name }), ...dots];
}

/** A slider over the picture: it is read out by screen readers and moved by all means. */
function cursor(svg, graphs, frame, reading) {
  const line = shape('line', { x1: MARGIN.left, x2: WIDTH - MARGIN.right, class: 'cursor' });
  svg.append(line);
  svg.setAttribute('tabindex', '0');
  svg.setAttribute('role', 'slider');
  svg.setAttribute('aria-orientation', 'vertical');
  svg.setAttribute('aria-valuemin', frame.bottom.toNumber());
  svg.setAttribute('aria-valuemax', frame.top.toNumber());
  let place = frame.steps.findIndex((t) => t.compare(ZERO) >= 0);
  const show = (next) => {
    place = Math.max(0, Math.min(frame.steps.length - 1, next));
    const t = frame.steps[place];
    line.setAttribute('y1', frame.y(t));
    line.setAttribute('y2', frame.y(t));
    const text = sentenceAt(graphs, t);
    reading.textContent = text;
    svg.setAttribute('aria-valuenow', t.toNumber());
    svg.setAttribute('aria-valuetext', text);
  };
  const moves = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 4, PageDown: -4, Home: -1e6, End: 1e6 };
  svg.addEventListener('keydown', (event) => {
    if (!(event.key in moves) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    show(place + moves[event.key]);
  });
  const follow = (event) => {
    const box = svg.getBoundingClientRect();
    const y = ((event.clientY - box.top) / box.height) * HEIGHT;
    const off = frame.steps.map((t) => Math.abs(frame.y(t) - y));
    show(off.indexOf(Math.min(...off)));
  };
  svg.addEventListener('pointermove', follow);
  svg.addEventListener('pointerdown', follow);
  show(place);
}

function sentenceAt(graphs, t) {
  const parts = graphs.map(({ name, left, right }) => {
    const [l, r] = [at(left, t), at(right, t)];
    const who = name && graphs.length > 1 ? `${name}: ` : '';
    if (l.compare(r) === 0) return `${who}both get ${pretty(l)}`;
    return `${who}Black first ${pretty(l)}, White first ${pretty(r)}`;
  });
  return `If a move elsewhere is worth ${pretty(t)}: ${parts.join('; ')}`;
}

function legend(graphs) {
  const text = document.createElement('p');
  text.className = 'legend';
  const walls = '● Black moves first (left wall), ○ White moves first (right wall)';
  const names = graphs.length > 1 ? `; ${graphs[0].name} solid, ${graphs[1].name} dashed` : '';
  text.textContent = walls + names;
  return text;
}

function table(graphs, title) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = 'Corners as a table';
  details.append(summary);
  for (const { name, left, right } of graphs) {
    const rows = distinct([...left, ...right].map((corner) => corner.t));
    const element = document.createElement('table');
    element.createCaption().textContent = name && graphs.length > 1 ? `${title}, ${name}` : title;
    const head = element.createTHead().insertRow();
    for (const text of ['temperature', 'Black first', 'White first']) {
      const cell = document.createElement('th');
      cell.scope = 'col';
      cell.textContent = text;
      head.append(cell);
    }
    const body = element.createTBody();
    for (const t of rows) {
      const row = body.insertRow();
      for (const n of [t, at(left, t), at(right, t)]) row.insertCell().textContent = n.toString();
    }
    details.append(element);
  }
  return details;
}

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function words(text, x, y, anchor, name = '') {
  const element = shape('text', { x, y, 'text-anchor': anchor, class: name });
  element.textContent = text;
  return element;
}
