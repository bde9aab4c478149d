// Marks that several panels lay over the board: what each move loses, safe points with their
// proofs, likely moves as a heat map. Every mark carries a sentence, so that hovering, focusing
// and screen readers tell the same; shapes and letters differ, never the color alone.

import { side, points } from './parts.js';
import { pretty } from './rational.js';

/** A label for each move: 0 for the best, what it loses for the others. */
export function lossLabels(answer) {
  const who = side(answer.to_play);
  const known = answer.status === 'exact' ? 'proved' : answer.status === 'assuming' ? 'proved assuming what is listed' : answer.status;
  return answer.losses.filter(({ move }) => move !== 'pass').map(({ move, loss, at_most: atMost }) => {
    const best = Number(loss) === 0;
    const title = best ? `${who} ${move} loses nothing (${known})` : `${who} ${move} loses ${atMost ? 'at most ' : ''}${points(loss)} (${known})`;
    return { kind: 'label', points: [move], text: best ? '✓0' : `${atMost ? '≤' : '−'}${pretty(loss)}`, tone: best ? 'good' : 'bad', title };
  });
}

const PROOFS = {
  benson: 'unconditionally alive: no answer is needed (Benson’s rule)',
  static: 'safe by static rules: its owner answers',
  search: 'safe by search: its owner answers',
};

/** Safe stones and territory, each point with the proof that makes it safe. */
export function safeOverlay(answer) {
  const how = new Map();
  for (const [method, where] of Object.entries(answer.by ?? answer.reasons ?? {})) {
    for (const point of where) how.set(point, PROOFS[method] ?? method);
  }
  const items = [];
  for (const color of ['black', 'white']) {
    const groups = new Map();
    const sort = (point, what, kind) => {
      const proof = how.get(point) ?? 'proved safe';
      const key = `${kind} ${what} ${proof}`;
      if (!groups.has(key)) groups.set(key, { kind, points: [], tone: color, title: `${what}: ${proof}` });
      groups.get(key).points.push(point);
    };
    for (const point of answer.safe[color]) sort(point, `${side(color)}’s safe stone`, 'dot');
    for (const point of answer.territory[color]) sort(point, `${side(color)}’s territory`, 'fill');
    items.push(...groups.values());
  }
  if (answer.dame?.length) items.push({ kind: 'label', points: answer.dame, text: '×', tone: 'a', title: 'neutral point (dame)' });
  return items;
}

/** Likely moves: the hotter the likelier, the likeliest with their percentages. */
export function heat(answer, most = 12) {
  const moves = answer.moves.filter(({ move, p }) => move !== 'pass' && p >= 0.003);
  const top = moves[0]?.p ?? 1;
  return moves.slice(0, 60).map(({ move, p }, i) => ({
    kind: 'heat', points: [move], value: p / top, text: i < most && p >= 0.01 ? `${Math.round(p * 100)}` : '',
    title: `${move}: a strong player plays here ${percent(p)} of the time (estimate)`,
  }));
}

export function percent(p) {
  return p >= 0.1 ? `${Math.round(p * 100)} %` : `${(p * 100).toFixed(1)} %`;
}
