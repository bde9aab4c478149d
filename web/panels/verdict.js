// What the tactical answers say, as sentences: one for the whole question, one for each side
// moving first. Words are those of the command line.

import { listed } from './parts.js';

const STATUS = {
  capture: { safe: 'cannot be captured', critical: 'is captured or saved by who moves first', dead: 'is lost', ko: 'depends on a ko', unknown: 'is undecided within the limits' },
  life: { safe: 'lives', critical: 'lives or dies by who moves first', dead: 'is dead', ko: 'depends on a ko', seki: 'lives in seki', unknown: 'is undecided within the limits' },
  connect: { safe: 'are connected', critical: 'are joined or cut by who moves first', dead: 'are cut', ko: 'depend on a ko', unknown: 'are undecided within the limits' },
  semeai: { safe: 'wins the race', critical: 'wins the race if its owner moves first', dead: 'loses the race', ko: 'is in a ko', seki: 'is in seki', unknown: 'is undecided within the limits' },
};

/** One sentence that answers the question. */
export function headline(goal, answer) {
  if (goal === 'problem') return problem(answer);
  const at = answer.target[0];
  const what = goal === 'connect' ? `The two blocks at ${at} and the other one` : `${goal === 'life' ? 'The group' : 'The block'} at ${at}`;
  const status = STATUS[goal]?.[answer.status] ?? `is ${answer.status}`;
  return `${what} ${status}.`;
}

const DOES = { kill: 'kills the group', live: 'lives with the group', capture: 'captures the stones', save: 'saves the stones' };

function problem(answer) {
  const who = answer.to_play === 'black' ? 'Black' : 'White';
  const does = `${who} ${DOES[answer.goal] ?? answer.goal} at ${answer.target[0]}`;
  if (answer.result === 'success') return `${does} with ${listed(answer.moves)}.`;
  if (answer.result === 'ko') return `${does} by ko with ${listed(answer.moves)}.`;
  const guess = answer.likely?.length ? ` A strong player would most likely try ${listed(answer.likely)}: a prediction, not read.` : '';
  return `No goal was found and solved within the limits.${guess}`;
}

const WISH = {
  capture: ['captured', 'saved'],
  life: ['killed', 'made alive'],
  connect: ['cut', 'joined'],
  semeai: ['captured', 'the winner of the race'],
};

/** What happens if one side moves first. */
export function answerOf(goal, first, attacker) {
  const wish = (WISH[goal] ?? ['won', 'won'])[attacker ? 0 : 1];
  let text;
  if (first.result === 'unknown') text = 'Not decided within the limits';
  else if (first.result === 'ko' && first.threats) text = `${cap(wish)} by ko: it takes ${threats(first.threats[0])}, and ${threats(first.threats[1])} of the opponent’s can be ignored`;
  else if (first.code === 2) text = `${cap(wish)} by ko, taking first and ignoring a threat`;
  else if (first.code === 3) text = `${cap(wish)} by ko, after a threat`;
  else if (first.result === 'ko') text = `${cap(wish)} by ko`;
  else if (first.result === 'failure') text = `Not ${wish}`;
  else text = cap(wish);
  if (first.fate && first.result !== 'unknown' && !['dead', 'alive'].includes(first.fate)) text += ` (${first.fate})`;
  if (first.result !== 'failure') {
    if (first.move === 'pass') text += ', no move is needed';
    else if (first.moves?.length > 1) text += ` with ${listed(first.moves)}`;
    else if (first.move) text += ` with ${first.move}`;
  }
  if (first.ahead === 0) text += ', with no move to spare';
  else if (first.ahead > 0) text += `, ${first.ahead} ${first.ahead === 1 ? 'move' : 'moves'} ahead`;
  return `${text}.`;
}

function threats(count) {
  return count === 1 ? '1 threat' : `${count === 0 ? 'no' : count} threats`;
}

function cap(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
