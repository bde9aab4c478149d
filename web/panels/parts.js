// Small parts that all panels are built from: elements, controls, warrants in words, and
// questions to the server that can be stopped and that forget answers nobody waits for.

import { ask, stream } from '../api.js';
import { el as make } from '../dom.js';

/** Makes an element as `dom.js` does; children may be lists of lists. */
export function el(name, attributes = {}, ...children) {
  return make(name, attributes, ...children.flat(Infinity));
}

/** A push button. */
export function button(text, onclick, attributes = {}) {
  return el('button', { type: 'button', onclick, ...attributes }, text);
}

let count = 0;

/** An id nobody else has. */
export function freshId(stem) {
  count += 1;
  return `${stem}-${count}`;
}

/** A control with its label before it. */
export function labelled(text, control, attributes = {}) {
  if (!control.id) control.id = freshId('field');
  return el('div', { class: 'field', ...attributes }, el('label', { for: control.id }, text), control);
}

/** A choice of one among several; `options` are `[value, text]` pairs. */
export function choice(options, chosen, onchange, attributes = {}) {
  const select = el('select', attributes);
  for (const [value, text] of options) {
    select.append(el('option', { value, selected: value === chosen }, text));
  }
  if (onchange) select.addEventListener('change', () => onchange(select.value));
  return select;
}

/** A switch with its text; `box.input` is the checkbox. */
export function toggle(text, checked, onchange, attributes = {}) {
  const input = el('input', { type: 'checkbox', checked, id: freshId('switch'), ...attributes });
  if (onchange) input.addEventListener('change', () => onchange(input.checked));
  const box = el('div', { class: 'switch' }, input, el('label', { for: input.id }, text));
  box.input = input;
  return box;
}

/** A field for a number. */
export function number(value, attributes = {}) {
  return el('input', { type: 'number', value, ...attributes });
}

/** A part that can be folded away. */
export function folded(title, content, open = false) {
  return el('details', { open }, el('summary', {}, title), content);
}

const WARRANTS = {
  proved: ['✓', 'proved', 'It holds against every resistance.'],
  exact: ['✓', 'proved', 'Every area is solved and the sum is played out exactly.'],
  assuming: ['⊢', 'proved assuming', 'It is proved if what it takes for granted is true.'],
  bounds: ['↔', 'bounds', 'The truth lies between the two numbers; a ko leaves it open.'],
  partial: ['…', 'partly unknown', 'A part of the board is not solved.'],
  estimate: ['≈', 'estimate', 'Read with selected moves or by rules of thumb; it proves nothing.'],
  heuristic: ['≈', 'rule of thumb', 'A rule of thumb; it proves nothing.'],
  unknown: ['?', 'unknown', 'Not decided within the limits.'],
};

/** A warrant as a sign and a word, never as a color alone. */
export function warrant(name) {
  const [sign, word, why] = WARRANTS[name] ?? ['?', name ?? 'unknown', ''];
  return el('span', { class: `warrant warrant-${name}`, title: why },
    el('span', { 'aria-hidden': 'true' }, sign, ' '), word);
}

/** A warrant as words within a sentence. */
export function warrantWord(name) {
  return (WARRANTS[name] ?? [null, name ?? 'unknown'])[1];
}

/** `Black` for `black` or `B`, likewise White. */
export function side(color) {
  const black = color === 'B' || color === 'black';
  return black ? 'Black' : 'White';
}

/** A list in words: `A, B and C`; long lists are cut. */
export function listed(names, most = 8) {
  if (names.length === 0) return 'none';
  if (names.length === 1) return names[0];
  if (names.length > most) return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** `1 point`, `3 points`, `1/2 point`. */
export function points(number) {
  return `${number} ${Number(number) === 1 || /^-?1\/\d+$/.test(String(number)) ? 'point' : 'points'}`;
}

let nodes = 0;
const numbers = new WeakMap();

/** What tells a position from every other: the node, the stones, who moves and the rules. */
export function fingerprint(app) {
  const { node, position } = app;
  if (!node || !position) return '';
  if (!numbers.has(node)) numbers.set(node, ++nodes);
  return `${numbers.get(node)} ${position.toPlay} ${app.rules()} ${position.width} ${position.grid.join('')}`;
}

/** Calls `fn` when the position has really changed, not when a comment or a setting has. */
export function onMove(app, fn) {
  let last = fingerprint(app);
  app.on('position', () => {
    const now = fingerprint(app);
    if (now === last) return;
    last = now;
    fn();
  });
}

/**
 * One question at a time to the server, with progress, a stop button and a line that says how
 * it stands. When the position changes the answer is of no use any more: the search is stopped
 * and whatever still comes is dropped.
 */
export class Question {
  constructor(app, { keep = false } = {}) {
    this.app = app;
    this.running = null;
    this.line = el('span', { class: 'question-line', role: 'status' });
    this.stopButton = button('Stop', () => this.stop('Stopped.'), { hidden: true });
    this.element = el('div', { class: 'question' }, this.line, this.stopButton);
    app.on('stop', () => this.stop('Stopped.'));
    if (!keep) onMove(app, () => this.stop('Stopped: the position has changed.'));
  }

  /** Says something in the line of this question. */
  say(text, bad = false) {
    this.line.textContent = text;
    this.line.classList.toggle('bad', bad);
  }

  /** Stops what is running. */
  stop(reason) {
    if (!this.running) return;
    this.running.abort();
    this.running = null;
    this.stopButton.hidden = true;
    this.say(reason);
  }

  /**
   * Asks and gives the answer, or null if it was stopped, failed or is no longer wanted.
   * With `live`, the server tells how the search goes.
   */
  async put(command, body, { what = 'Thinking', live = false } = {}) {
    this.stop('Stopped: something else was asked.');
    const control = new AbortController();
    this.running = control;
    this.stopButton.hidden = false;
    this.say(`${what} …`);
    try {
      const onProgress = ({ seconds = 0, nodes = 0 }) => {
        if (this.running !== control) return;
        const counted = nodes ? `, ${nodes.toLocaleString('en')} positions` : '';
        this.say(`${what} … ${seconds.toFixed(1)} s${counted}`);
      };
      const options = { onProgress, signal: control.signal };
      const answer = live ? await stream(command, body, options) : await ask(command, body, options);
      if (this.running !== control) return null;
      this.say('');
      return answer;
    } catch (error) {
      if (this.running === control) this.say(sentence(error), true);
      return null;
    } finally {
      if (this.running === control) {
        this.running = null;
        this.stopButton.hidden = true;
      }
    }
  }
}

/** An error as a sentence for people. */
export function sentence(error) {
  const text = String(error?.message ?? error ?? 'something went wrong');
  if (/failed to fetch|networkerror|load failed/i.test(text)) {
    return 'The program does not answer. Is `tedomari serve` still running?';
  }
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) || first.includes('\n') ? first : `${first}.`;
}

/** The record of the position on the board as the server wants it, under the chosen rules. */
export function here(app, more = {}) {
  const body = { sgf: app.sgfHere(), ...more };
  const toPlay = app.position?.toPlay;
  if (toPlay) body.to_play = side(toPlay).toLowerCase();
  const rules = app.rules();
  if (rules && !body.rules) body.rules = rules;
  return body;
}

/** Steps of a line, `[{color, move}]`, as a variation that the page can attach. */
export function lineToSgf(line, position, comments = []) {
  const nodes = line.map((step, i) => {
    const property = step.color === 'black' ? 'B' : 'W';
    const comment = comments[i] ? `C[${comments[i].replace(/[\\\]]/g, '\\$&')}]` : '';
    return `;${property}[${position.sgf(step.move)}]${comment}`;
  });
  const { width, height } = position;
  return `(;GM[1]FF[4]CA[UTF-8]SZ[${width === height ? width : `${width}:${height}`}]${nodes.join('')})`;
}
