// The table of local endgames: count, what a move is worth, kind, value and best moves of each,
// sortable by every column. Its rows and the outlines on the board light each other up, and each
// area shows its thermograph, two of them where a ko depends on who wins the fights.

import { el, button, listed, warrantWord } from './parts.js';
import { pretty, byValue } from './rational.js';
import { thermograph } from '../thermograph.js';

const TONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const KINDS = {
  number: 'settled number',
  infinitesimal: 'infinitesimal: only who moves last matters',
  gote: 'gote',
  black_sente: 'Black’s sente',
  white_sente: 'White’s sente',
  double_sente: 'double sente',
  ko: 'ko',
};

/** A letter for each area: A to Z, then AA. */
export function letterOf(area) {
  const n = area.id - 1;
  const letter = String.fromCharCode(65 + (n % 26));
  return n < 26 ? letter : letterOf({ id: Math.floor(n / 26) }) + letter;
}

/** What kind of endgame an area is, in words. */
export function kindOf(area) {
  if (area.status === 'unsolved') return 'not solved';
  const name = area.ko ? area.ko.name : KINDS[area.kind] ?? area.kind ?? 'unknown';
  if (!area.double_sente) return name;
  const [from, to] = area.double_sente.map(pretty);
  return `${name}, double sente ${from === '0' ? `below ${to}` : `from ${from} to ${to}`}`;
}

/** Count and temperature, of both ko masters where they differ. */
export function measure(area, what) {
  if (area[what] !== null && area[what] !== undefined) return pretty(area[what]);
  const masters = [area.ko?.black_master, area.ko?.white_master].filter(Boolean).map((master) => master[what]);
  if (masters.length === 0) return '–';
  return masters.every((m) => m === masters[0]) ? pretty(masters[0]) : masters.map(pretty).join(' or ');
}

/** The sentence that tells all of an area. */
export function tell(area) {
  const moves = (list) => listed(list.map((m) => m.move), 4);
  const parts = [`Area ${letterOf(area)}`, kindOf(area), `count ${measure(area, 'mean')}`,
    `a move is worth ${measure(area, 'temperature')}`];
  if (area.black_moves.length) parts.push(`Black plays ${moves(area.black_moves)}`);
  if (area.white_moves.length) parts.push(`White plays ${moves(area.white_moves)}`);
  const known = area.status === 'exact' ? 'proved' : area.status === 'bounds' ? warrantWord('bounds') : 'unknown';
  return `${parts.join(', ')} (${known}).`;
}

/** The overlay that outlines all areas with their letters, which keep off stones and other labels. */
export function outlines(areas, position, labels = []) {
  const taken = new Set(labels.flatMap((label) => label.points));
  return areas.flatMap((area) => {
    const tone = TONES[(area.id - 1) % TONES.length];
    const title = tell(area);
    const free = area.points.filter((point) => !taken.has(point));
    const outline = { kind: 'outline', points: area.points, tone, title };
    if (free.length === 0) return [outline];
    const empty = free.filter((point) => !position.at(point));
    const places = empty.length ? empty : free;
    return [outline, { kind: 'label', points: [places[Math.floor(places.length / 2)]], text: letterOf(area), tone, title }];
  });
}

const COLUMNS = [
  ['Area', (a, b) => a.id - b.id, (area) => letterOf(area)],
  ['Count', by('mean'), (area) => measure(area, 'mean')],
  ['Worth', by('temperature'), (area) => measure(area, 'temperature')],
  ['Kind', (a, b) => kindOf(a).localeCompare(kindOf(b)), kindOf],
  ['Black', null, (area) => best(area.black_moves)],
  ['White', null, (area) => best(area.white_moves)],
  ['Value', null, (area) => el('code', {}, valueOf(area))],
];

function by(what) {
  const number = (area) => area[what] ?? area.ko?.black_master?.[what] ?? null;
  return (a, b) => byValue(number(a), number(b));
}

function best(moves) {
  if (moves.length === 0) return '–';
  const told = moves.map((m) => (m.to ? `${m.move} leads to ${m.to}` : m.move));
  return el('span', { title: told.join('; ') }, listed(moves.map((m) => m.move), 3));
}

function valueOf(area) {
  if (area.value) return area.value;
  if (area.lower || area.upper) return `${area.lower ?? '?'} … ${area.upper ?? '?'}`;
  return '–';
}

/** The table; `onShow(area)` when a row is opened, `onLook(area|null)` while one is looked at. */
export function areaTable(areas, { onShow, onLook }) {
  const body = el('tbody');
  const head = el('tr');
  let sorted = { column: 0, down: false };
  const fill = () => {
    const compare = COLUMNS[sorted.column][1];
    const rows = [...areas].sort((a, b) => (sorted.down ? -1 : 1) * compare(a, b));
    body.replaceChildren(...rows.map((area) => row(area, onShow, onLook)));
    [...head.children].forEach((cell, i) => {
      const direction = sorted.down ? 'descending' : 'ascending';
      if (i === sorted.column) cell.setAttribute('aria-sort', direction);
      else cell.removeAttribute('aria-sort');
    });
  };
  COLUMNS.forEach(([title, compare], column) => {
    const sort = () => {
      sorted = { column, down: sorted.column === column ? !sorted.down : column === 1 || column === 2 };
      fill();
    };
    head.append(el('th', { scope: 'col' }, compare ? button(title, sort, { class: 'sort', title: `Sort by ${title}` }) : title));
  });
  fill();
  const caption = el('caption', {}, `${areas.length} local ${areas.length === 1 ? 'endgame' : 'endgames'}`);
  return el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Local endgames' }, el('table', { class: 'areas' }, caption, el('thead', {}, head), body));
}

function row(area, onShow, onLook) {
  const cells = COLUMNS.map(([title, , show], i) => {
    const content = show(area);
    if (i > 0) return el('td', { 'data-column': title }, content);
    const opener = button(content, () => onShow(area), {
      class: 'area-letter', 'aria-label': `${tell(area)} Show its thermograph.`,
      onfocus: () => onLook(area), onblur: () => onLook(null),
    });
    return el('th', { scope: 'row' }, opener);
  });
  return el('tr', { 'data-area': letterOf(area), onmouseenter: () => onLook(area), onmouseleave: () => onLook(null) }, cells);
}

/** All of one area: the sentence, the thermograph, what moves lead to. */
export function areaDetail(area) {
  const series = [];
  if (area.thermograph) series.push({ name: '', walls: area.thermograph });
  if (area.ko?.black_master) series.push({ name: 'Black as ko master', walls: area.ko.black_master.thermograph });
  if (area.ko?.white_master) series.push({ name: 'White as ko master', walls: area.ko.white_master.thermograph });
  const parts = [el('p', {}, tell(area))];
  if (series.length) parts.push(thermograph(series, `Thermograph of area ${letterOf(area)}`));
  else parts.push(el('p', {}, 'There is no thermograph: the area is not solved.'));
  if (area.ko?.kind) {
    const placid = area.ko.kind === 'placid';
    parts.push(el('p', {}, `The ko is ${area.ko.kind}: its count ${placid ? 'does not depend' : 'depends'} on who wins the ko fights.`));
  }
  if (area.ko?.problem) parts.push(el('p', {}, `${area.ko.problem}.`));
  if (area.value) parts.push(el('p', {}, 'Value ', el('code', {}, area.value), area.chilled ? ', chilled ' : '', area.chilled ? el('code', {}, area.chilled) : ''));
  else if (area.lower || area.upper) {
    parts.push(el('p', {}, 'If Black loses all kos ', el('code', {}, area.lower ?? '?'), ', if White does ', el('code', {}, area.upper ?? '?')));
  }
  for (const [who, moves] of [['Black', area.black_moves], ['White', area.white_moves]]) {
    const items = moves.filter((m) => m.to).map((m) => el('li', {}, `${who} ${m.move} leads to `, el('code', {}, m.to),
      m.incentive ? ', gains ' : '', m.incentive ? el('code', {}, m.incentive) : ''));
    if (items.length) parts.push(el('ul', {}, items));
  }
  return parts;
}
