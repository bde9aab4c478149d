// The kinds of overlays: which question each needs, what it draws from the answer, and its
// legend. Nothing is told by color alone: shapes, letters and numbers differ, and every item
// carries a sentence.

import { side, listed } from './parts.js';
import { heat, safeOverlay, percent } from './marks.js';
import { outlines } from './areas.js';

/** Enough search for a look; a longer one is the explanation panel's. */
const LOOK = ['explain', { nodes: 300, time: 5 }];
const PATTERNS = ['patterns', { own: true }];

const TONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const tone = (i) => TONES[i % TONES.length];

export const KINDS = [
  {
    id: 'blocks', title: 'Blocks', warrant: 'proved', asks: [LOOK],
    legend: 'outlined stones; the number is how many liberties they have',
    items: (answer) => answer.blocks.flatMap((block, i) => {
      const title = `${owner(block)} block of ${block.stones.length} at ${block.stones[0]}, ${count(block.liberties, 'liberty', 'liberties')}`;
      return [
        { kind: 'outline', points: block.stones, tone: tone(i), title },
        { kind: 'label', points: [block.stones[0]], text: `${block.liberties}`, tone: block.color, title },
      ];
    }),
  },
  {
    id: 'chains', title: 'Chains', warrant: 'estimate', asks: [LOOK],
    legend: 'outlines around blocks that cannot be separated; lines join them',
    items: (answer) => answer.chains.filter((chain) => chain.blocks.length > 1).flatMap((chain, i) => {
      const title = `${owner(chain)} chain of ${chain.blocks.length} blocks (${listed(chain.blocks, 5)})`;
      const joints = chain.joints.map((joint) => ({
        kind: 'line', points: [joint.from, joint.to], tone: tone(i), title: `${joint.from} and ${joint.to} are connected (${joint.warrant})`,
      }));
      return [{ kind: 'outline', points: chain.stones, tone: tone(i), title }, ...joints];
    }),
  },
  {
    id: 'groups', title: 'Groups', warrant: 'estimate', asks: [LOOK],
    legend: 'outlines with letters: capitals are Black’s, small letters White’s; ! is weak, ? unsettled',
    items: (answer) => {
      const seen = { black: 0, white: 0 };
      return answer.groups.flatMap((group, i) => {
        const letter = String.fromCharCode((group.color === 'black' ? 65 : 97) + (seen[group.color] % 26));
        seen[group.color] += 1;
        const sign = { weak: '!', unsettled: '?' }[group.health] ?? '';
        const eyes = group.eyes === 0 ? 'no eye at sight' : `${group.eyes} ${group.eyes === 1 ? 'eye' : 'eyes'}`;
        const title = `Group ${letter}: ${side(group.color)}’s ${count(group.stones.length, 'stone', 'stones')}, ${group.health}, ${eyes}, ${count(group.ways_out.length, 'way out', 'ways out')} (${group.warrant})`;
        return [
          { kind: 'outline', points: group.stones, tone: tone(i), title },
          { kind: 'label', points: [group.stones[0]], text: letter + sign, tone: group.color, title },
        ];
      });
    },
  },
  {
    id: 'zones', title: 'Zones', warrant: 'estimate', asks: [LOOK],
    legend: 'shaded ground behind stones and dividers, with numbers; × contested, ? open',
    items: (answer) => (answer.zones ?? []).flatMap((zone) => {
      const title = sure(zone);
      const sign = { contested: '×', open: '?' }[zone.outlook] ?? '';
      return [
        { kind: 'fill', points: zone.points, tone: zone.color, title },
        { kind: 'label', points: [middle(zone.points)], text: `${zone.label}${sign}`, tone: zone.color, title },
      ];
    }),
  },
  {
    id: 'dividers', title: 'Dividers', warrant: 'estimate', asks: [LOOK],
    legend: 'lines across gaps that keep the opponent out: whole lines hold, broken ones take one more move',
    items: (answer) => (answer.dividers ?? []).flatMap((divider) => {
      const title = sure(divider);
      const holds = divider.kind === 'divider';
      const end = divider.to ?? divider.points.at(-1);
      const line = { kind: 'line', points: [divider.from, end], tone: holds ? divider.color : 'bad', title };
      const gap = { kind: 'dot', points: divider.points, tone: divider.color, title };
      return divider.points.length ? [line, gap] : [line];
    }),
  },
  {
    id: 'links', title: 'Connections by pattern', warrant: 'heuristic', asks: [PATTERNS],
    legend: 'whole lines: connected stones; broken lines: walls',
    items: (answer) => {
      const links = new Map();
      for (const found of answer.matches) {
        const told = found.warrant === 'proved' ? 'proved' : 'rule of thumb';
        for (const pair of found.divides) links.set(`d${pair}`, { kind: 'line', points: pair, tone: 'bad', title: `a wall from ${pair[0]} to ${pair[1]}: ${found.pattern} (${told})` });
        for (const pair of found.connects) links.set(`c${pair}`, { kind: 'line', points: pair, tone: 'good', title: `${pair[0]} and ${pair[1]} are connected: ${found.pattern} (${told})` });
      }
      return [...links.values()];
    },
  },
  {
    id: 'influence', title: 'Influence', warrant: 'estimate', asks: [LOOK],
    legend: 'squares, dark for Black and light for White; the larger the stronger',
    items: (answer, position) => balance(answer.influence, position, (point, v) => `influence at ${point}: ${percent(Math.abs(v))} ${side(v > 0 ? 'black' : 'white')}’s (estimate)`),
  },
  {
    id: 'territory', title: 'Territory', warrant: 'estimate', asks: [LOOK],
    legend: 'shaded with small marks: proved; squares: whose it becomes in the search’s games, the larger the surer',
    items: (answer, position) => {
      const proved = new Set([...answer.territory.black, ...answer.territory.white]);
      const fills = ['black', 'white'].filter((color) => answer.territory[color].length).map((color) => ({
        kind: 'fill', points: answer.territory[color], tone: color, title: `${side(color)}’s territory (proved)`,
      }));
      const rest = balance(answer.ownership, position, (point, v) => `${point} becomes ${side(v > 0 ? 'black' : 'white')}’s in ${percent((1 + Math.abs(v)) / 2)} of the search’s games (estimate)`, true);
      return [...fills, ...rest.filter((item) => !proved.has(item.points[0]))];
    },
  },
  {
    id: 'safe', title: 'Safe points', warrant: 'proved', asks: [['safety', { time: 10 }]],
    legend: 'dots on safe stones, shaded territory, × neutral points; each with its proof',
    items: (answer) => safeOverlay(answer),
  },
  {
    id: 'dead', title: 'Dead and critical blocks', warrant: 'estimate', asks: [LOOK],
    legend: '× caught; ! can be captured or saved; K ko; the points to play are marked',
    items: (answer) => answer.blocks.flatMap(danger),
  },
  {
    id: 'patterns', title: 'Urgent pattern moves', warrant: 'heuristic', asks: [PATTERNS],
    legend: 'letters: the motive of the move, such as C for cut or connect',
    items: (answer) => {
      const moves = new Map();
      for (const found of answer.matches) {
        for (const { move, color, motives } of found.moves) {
          if (!moves.has(move)) moves.set(move, { color, why: new Set(), letters: new Set() });
          const at = moves.get(move);
          at.why.add(`${found.pattern}: ${motives.join(', ')}`);
          for (const motive of motives) at.letters.add(motive.charAt(0).toUpperCase());
        }
      }
      return [...moves].map(([move, { color, why, letters }]) => ({
        kind: 'label', points: [move], text: [...letters].slice(0, 2).join(''), tone: color, title: `${side(color)} ${move}: ${[...why].join('; ')} (rule of thumb)`,
      }));
    },
  },
  {
    id: 'predicted', title: 'Likely moves', warrant: 'estimate', asks: [['predict', {}]],
    legend: 'squares, the larger the likelier, with percentages',
    items: (answer) => heat(answer),
  },
  {
    id: 'endgames', title: 'Local endgames', warrant: 'assuming', asks: [['solve', { assume_alive: true, time: 10 }]],
    legend: 'outlined areas with letters; the endgame panel has their values',
    items: (answer, position) => outlines(answer.areas, position),
  },
];

/** The program's own sentence with its warrant. */
function sure({ text, warrant }) {
  return `${text.replace(/\.$/, '')} (${warrant})`;
}

function middle(points) {
  return points[Math.floor(points.length / 2)];
}

function owner(what) {
  return `${side(what.color)}’s`;
}

function count(number, one, many) {
  return `${number} ${number === 1 ? one : many}`;
}

/** Squares for points that lean to one side. */
function balance(field, position, title, emptyOnly = false) {
  return Object.entries(field ?? {}).filter(([point, v]) => Math.abs(v) >= 0.1 && !(emptyOnly && position.stones.has(point)))
    .map(([point, v]) => ({ kind: 'heat', points: [point], value: Math.abs(v), tone: v > 0 ? 'black' : 'white', title: title(point, v) }));
}

function danger(block) {
  const name = `${owner(block)} block at ${block.stones[0]}`;
  if (block.status === 'caught') {
    return [{ kind: 'dot', points: block.stones, tone: 'bad', title: `${name} is caught (${block.warrant})` }];
  }
  if (block.status !== 'critical' && block.status !== 'ko') return [];
  const ko = block.status === 'ko';
  const title = ko ? `${name} is in a ko (${block.warrant})` : `${name} can be captured or saved (${block.warrant})`;
  const items = [{ kind: 'label', points: [block.stones[0]], text: ko ? 'K' : '!', tone: 'bad', title }, { kind: 'outline', points: block.stones, tone: 'bad', title }];
  if (block.attack) items.push({ kind: 'label', points: [block.attack], text: block.attack === block.defence ? '±' : '−', tone: 'bad', title: `${block.attack} captures ${name}${block.attack === block.defence ? ' and saves it' : ''} (${block.warrant})` });
  if (block.defence && block.defence !== block.attack) items.push({ kind: 'label', points: [block.defence], text: '+', tone: 'good', title: `${block.defence} saves ${name} (${block.warrant})` });
  return items;
}
