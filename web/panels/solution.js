// The answer of `solve` in sentences: what is known and by which warrant, the score with each
// side first, what was taken for granted, what is missing, and what changes under other rules.

import { el, warrant, listed, points, side } from './parts.js';
import { Rational, pretty } from './rational.js';
import { letterOf, kindOf, measure } from './areas.js';

/** A score for Black as people write it: `B+2`, `W+4½`, `even`. */
export function scoreText(score) {
  const number = Rational.read(score);
  if (!number) return String(score);
  const sign = number.compare(new Rational(0n));
  if (sign === 0) return 'even';
  const amount = sign > 0 ? number : new Rational(-number.above, number.below);
  return `${sign > 0 ? 'B' : 'W'}+${pretty(amount)}`;
}

/** The score with one side first, as exactly as it is known. */
export function scoreOf(answer, key) {
  const score = answer.score[key];
  if (score !== null && score !== undefined) return scoreText(score);
  const bounds = answer.score_bounds?.[key];
  if (!bounds) return 'unknown';
  if (String(bounds[0]) === String(bounds[1])) return scoreText(bounds[0]);
  return `between ${scoreText(bounds[0])} and ${scoreText(bounds[1])}`;
}

const STATUS = {
  exact: 'The whole board is solved.',
  assuming: 'The board is solved, if what is listed below is true.',
  bounds: 'Only bounds are known, because of a ko.',
  partial: 'Only a part of the board is solved.',
};

/** The paragraphs over the table. */
export function summary(answer, komi) {
  const parts = [el('p', { class: 'solution-status' }, STATUS[answer.status] ?? answer.status, ' ', warrant(answer.status))];
  const rows = [['black', 'black_first'], ['white', 'white_first']].map(([color, key]) => {
    const score = answer.score[key];
    const exact = score !== null && score !== undefined && Rational.read(score);
    const net = exact && komi && komi.compare(new Rational(0n)) !== 0 ? `, with komi ${pretty(komi)}: ${scoreText(exact.minus(komi).toString())}` : '';
    const turn = answer.to_play === color ? ' (to move now)' : '';
    return el('li', {}, `${side(color)} first${turn}: `, el('strong', {}, scoreOf(answer, key)), net);
  });
  parts.push(el('p', {}, `Score without komi under ${answer.rules} rules:`), el('ul', { class: 'solution-score' }, rows));
  const without = answer.without_threats?.[`${answer.to_play}_first`];
  if (without && answer.status === 'bounds') {
    const text = String(without[0]) === String(without[1]) ? scoreText(without[0]) : `between ${scoreText(without[0])} and ${scoreText(without[1])}`;
    parts.push(el('p', {}, `If nobody makes ko threats beside the moves that are worth points: ${text}.`));
  }
  if (answer.best_moves.length) {
    parts.push(el('p', {}, `Best for ${side(answer.to_play)}: `, el('strong', {}, listed(answer.best_moves)), ', which loses nothing.'));
  }
  parts.push(...granted(answer));
  for (const { points: where, why } of answer.unsolved) {
    const place = where.length ? `${points(where.length)} around ${where[0]}` : 'The whole board';
    parts.push(el('p', { class: 'unsolved' }, `Not solved: ${place}: ${why}.`));
  }
  for (const note of answer.notes ?? []) parts.push(el('p', {}, note));
  return parts;
}

/** What was taken for granted. */
function granted(answer) {
  const told = [];
  if (answer.assumed_safe.length) told.push(`alive: ${listed(answer.assumed_safe, 12)}`);
  const { black = [], white = [] } = answer.assumed_territory ?? {};
  if (black.length) told.push(`Black’s: ${listed(black, 12)}`);
  if (white.length) told.push(`White’s: ${listed(white, 12)}`);
  if (answer.assumed_dead?.length) told.push(`dead: ${listed(answer.assumed_dead, 12)}`);
  const filled = answer.assumed_filled ?? {};
  if (filled.black?.length) told.push(`Black fills in the end: ${listed(filled.black, 12)}`);
  if (filled.white?.length) told.push(`White fills in the end: ${listed(filled.white, 12)}`);
  if (answer.assumed_no_threats) told.push('no ko threats beside the moves that are worth points');
  if (answer.assumed_spoils) told.push(`whoever takes ${answer.assumed_spoils} stones at once keeps their place`);
  return told.length ? [el('p', {}, 'Taken for granted: ', told.join('; '), '.')] : [];
}

/** What differs between the answers under two sets of rules, as elements. */
export function differences(one, other) {
  const lines = [];
  for (const [color, key] of [['Black', 'black_first'], ['White', 'white_first']]) {
    const [a, b] = [scoreOf(one, key), scoreOf(other, key)];
    lines.push(a === b ? `${color} first: ${a} under both.` : `${color} first: ${a} under ${one.rules} rules, ${b} under ${other.rules} rules.`);
  }
  const [a, b] = [listed(one.best_moves), listed(other.best_moves)];
  lines.push(a === b ? `The best moves are the same: ${a}.` : `Best moves: ${a} under ${one.rules}, ${b} under ${other.rules} rules.`);
  const rows = [];
  const key = (area) => [...area.points].sort().join(' ');
  const theirs = new Map(other.areas.map((area) => [key(area), area]));
  for (const area of one.areas) {
    const match = theirs.get(key(area));
    theirs.delete(key(area));
    rows.push(compareRow(letterOf(area), area, match));
  }
  for (const area of theirs.values()) rows.push(compareRow(`at ${area.points[0]}`, null, area));
  const heads = ['Area', one.rules, other.rules].map((text) => el('th', { scope: 'col' }, text));
  const table = el('table', {}, el('caption', {}, 'Count, what a move is worth, and kind'),
    el('thead', {}, el('tr', {}, heads)), el('tbody', {}, rows));
  return [el('ul', {}, lines.map((line) => el('li', {}, line))), rows.length ? el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Comparison of rules' }, table) : null];
}

function compareRow(name, one, other) {
  const tell = (area) => (area ? `${measure(area, 'mean')}, ${measure(area, 'temperature')}, ${kindOf(area)}` : 'no such area');
  const same = tell(one) === tell(other);
  return el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, tell(one)), el('td', {}, same ? 'the same' : tell(other)));
}
