// The endgame panel: solves the position on the board exactly and shows the areas, their
// thermographs, the sum, the best line, what every move loses, and what other rules change.
// Blocks can be declared alive by clicking; the answer then says that it assumes so.

import { el, button, labelled, choice, toggle, Question, here, lineToSgf, points, side, fingerprint, onMove } from './parts.js';
import { Rational, pretty } from './rational.js';
import { areaTable, areaDetail, outlines, letterOf } from './areas.js';
import { summary, differences } from './solution.js';
import { lossLabels, safeOverlay } from './marks.js';
import { thermograph } from '../thermograph.js';
import { LineView } from './line.js';

/** The rule sets that the program knows. */
export const RULES = ['japanese', 'chinese', 'aga', 'new-zealand', 'tromp-taylor', 'ing', 'stone-scoring'];

const LAYERS = ['endgame-areas', 'endgame-look', 'endgame-losses', 'endgame-safe', 'endgame-alive'];

class Endgame {
  constructor(root, app) {
    this.app = app;
    this.alive = [];
    this.answers = new Map();
    this.shown = null;
    this.question = new Question(app);
    this.more = new Question(app);
    this.line = new LineView(app, 'endgame-line');
    this.result = el('div', { class: 'solution' });
    root.append(this.controls(), this.question.element, this.more.element, this.result);
    onMove(app, () => this.moved());
    app.on('game', () => this.forgetAlive());
    app.on('hover', (point) => this.lightUp(this.shown?.areas.find((area) => area.points.includes(point)) ?? null));
    app.on('rules', () => { this.again = Boolean(this.shown); });
    this.moved();
  }

  controls() {
    this.time = choice([['5', '5 s'], ['20', '20 s'], ['60', '1 min'], ['300', '5 min']], '20');
    this.other = choice(RULES.map((name) => [name, name]), 'chinese', null, { class: 'other-rules' });
    this.comparison = el('div', { class: 'row' }, labelled('Compare with', this.other),
      button('What changes?', () => this.compare(), { class: 'compare-rules' }));
    this.aliveList = el('ul', { class: 'chips', 'aria-label': 'Blocks declared alive' });
    this.aliveButton = button('Declare blocks alive…', () => this.declare(), { class: 'declare-alive' });
    this.show = {
      areas: toggle('Areas', true, () => this.draw(), { class: 'show-areas' }),
      losses: toggle('What each move loses', false, () => this.draw(), { class: 'show-losses' }),
      safe: toggle('Safe points', false, () => this.draw(), { class: 'show-safe' }),
    };
    return el('div', { class: 'controls' },
      el('div', { class: 'row' },
        button('Solve (S)', () => this.solve(false), { class: 'primary solve', 'aria-keyshortcuts': 's' }),
        button('Solve, taking clear life for granted', () => this.solve(true), { class: 'solve-assuming' }),
        this.aliveButton, labelled('At most', this.time)),
      this.aliveList,
      el('div', { class: 'row', role: 'group', 'aria-label': 'On the board' }, 'On the board:', Object.values(this.show)));
  }

  body(assume, rules) {
    const more = { time: Number(this.time.value) };
    if (assume) more.assume_alive = true;
    if (this.alive.length) more.alive = [...this.alive];
    if (rules) more.rules = rules;
    return here(this.app, more);
  }

  /** Under which an answer is remembered. */
  key(assume) {
    return `${assume} ${this.time.value} ${this.alive.join(' ')} ${fingerprint(this.app)}`;
  }

  /** Solves the position on the board, or shows the answer that is already there. */
  async solve(assume = false) {
    this.assume = assume;
    const body = this.body(assume);
    const key = this.key(assume);
    const answer = this.answers.get(key) ?? await this.question.put('solve', body, { what: 'Solving', live: true });
    if (!answer) return;
    this.remember(key, answer);
    this.present(answer);
    this.app.announce(`${this.result.querySelector('.solution-status')?.textContent ?? 'Solved.'}`);
  }

  /** Remembers the last answers, so that going back and forth asks nothing twice. */
  remember(key, answer) {
    this.answers.delete(key);
    this.answers.set(key, answer);
    if (this.answers.size > 40) this.answers.delete(this.answers.keys().next().value);
  }

  /** The position has changed: shows what is known of it, if anything. */
  moved() {
    if (this.line.contains(this.app.node)) return;
    this.line.close();
    this.alive = this.alive.filter((point) => this.app.position?.stones.has(point));
    this.listAlive();
    const known = [false, true].map((assume) => this.answers.get(this.key(assume))).find(Boolean);
    if (known) this.present(known);
    else this.clear();
    // Under other rules what was solved is solved again.
    if (this.again && !known) this.solve(this.assume);
    this.again = false;
  }

  clear() {
    this.shown = null;
    this.draw();
    this.result.replaceChildren(el('p', { class: 'empty' }, 'Press S to solve the endgame of the position on the board.'));
  }

  present(answer) {
    this.shown = answer;
    const komi = Rational.read(this.app.node?.root?.first?.('KM') ?? '');
    this.detail = el('div', { class: 'area-detail', 'aria-live': 'polite' });
    const parts = [...summary(answer, komi)];
    if (answer.areas.length) {
      parts.push(areaTable(answer.areas, { onShow: (area) => this.open(area), onLook: (area) => this.look(area) }), this.detail);
      parts.push(el('div', { class: 'row' }, button('Thermograph of the sum', () => this.sum(answer), { class: 'sum' })));
    }
    parts.push(this.line.show(answer.line, 'Best play of both sides', () => this.attach(answer)));
    this.changes = el('div', { class: 'changes' });
    parts.push(this.comparison, this.changes, el('p', { class: 'stats' }, `${answer.stats.nodes.toLocaleString('en')} positions in ${answer.stats.seconds.toFixed(2)} s`));
    this.result.replaceChildren(...parts);
    if (answer.areas.length) this.open(answer.areas[0]);
    this.draw();
  }

  /** The marks on the board that are switched on. */
  draw() {
    const { board } = this.app;
    for (const layer of LAYERS) board.clear(layer);
    this.drawAlive();
    if (this.show.safe.input.checked) this.drawSafe();
    const answer = this.shown;
    if (!answer) return;
    const losses = this.show.losses.input.checked ? lossLabels(answer) : [];
    if (this.show.areas.input.checked) board.overlay('endgame-areas', outlines(answer.areas, this.app.position, losses));
    if (losses.length) board.overlay('endgame-losses', losses);
  }

  async drawSafe() {
    const answer = await this.more.put('safety', here(this.app, { time: 10 }), { what: 'Proving safety', live: true });
    if (answer && this.show.safe.input.checked) this.app.board.overlay('endgame-safe', safeOverlay(answer));
  }

  /** Lights up the area that is looked at. */
  look(area) {
    if (!area) this.app.board.clear('endgame-look');
    else this.app.board.overlay('endgame-look', [{ kind: 'fill', points: area.points, tone: 'good', title: `Area ${letterOf(area)}` }]);
    this.lightUp(area);
  }

  /** Lights up the row of an area, or none. */
  lightUp(area) {
    for (const row of this.result.querySelectorAll('tr[data-area]')) {
      row.classList.toggle('looked-at', Boolean(area) && row.dataset.area === letterOf(area));
    }
  }

  open(area) {
    this.detail.replaceChildren(...areaDetail(area));
    for (const row of this.result.querySelectorAll('tr[data-area]')) {
      row.classList.toggle('open', row.dataset.area === letterOf(area));
    }
  }

  /** The thermograph of all areas together, where all have exact values. */
  async sum(answer) {
    const open = answer.areas.filter((area) => !area.value);
    if (open.length) {
      this.detail.replaceChildren(el('p', {}, `The sum has no thermograph: area ${open.map(letterOf).join(', ')} has no exact value.`));
      return;
    }
    const expr = answer.areas.map((area) => `(${area.value})`).join('+');
    const sum = await this.more.put('cgt', { expr, time: 20 }, { what: 'Adding all areas', live: true });
    if (!sum?.thermograph || this.shown !== answer) return;
    const parts = [thermograph([{ name: '', walls: sum.thermograph }], 'Thermograph of the sum of all areas')];
    const rest = settled(answer, sum);
    if (rest) parts.push(el('p', {}, rest));
    this.detail.replaceChildren(...parts);
  }

  async compare() {
    const rules = this.other.value;
    if (!this.shown) await this.solve(false);
    const one = this.shown;
    if (!one) return;
    if (one.rules === rules) {
      this.changes.replaceChildren(el('p', {}, `The position is already solved under ${rules} rules: choose others to compare with.`));
      return;
    }
    const other = await this.question.put('solve', this.body(this.assume, rules), { what: `Solving under ${rules} rules`, live: true });
    if (!other || this.shown !== one) return;
    this.changes.replaceChildren(el('h3', { tabindex: '-1' }, `What changes under ${rules} rules`), ...differences(one, other).filter(Boolean));
    this.changes.querySelector('h3').focus();
  }

  /** Lets the user click blocks that shall count as alive, until Esc. */
  async declare() {
    this.aliveButton.disabled = true;
    for (;;) {
      const point = await this.app.askPoint('Click a block that shall count as alive (again to take it back), Esc to end.');
      if (!point) break;
      this.toggleAlive(point);
    }
    this.aliveButton.disabled = false;
    if (this.alive.length) this.solve(this.assume ?? false);
  }

  toggleAlive(point) {
    const block = this.app.position.blockAt(point);
    if (!block) {
      this.question.say(`There is no stone on ${point}.`, true);
      return;
    }
    const known = this.alive.find((other) => block.stones.includes(other));
    if (known) this.alive = this.alive.filter((other) => other !== known);
    else this.alive.push(point);
    this.app.announce(`${side(block.color)}’s block at ${point} ${known ? 'is no longer' : 'is'} declared alive.`);
    this.listAlive();
    this.draw();
  }

  forgetAlive() {
    this.alive = [];
    this.listAlive();
  }

  listAlive() {
    const chips = this.alive.map((point) => el('li', {}, `${point} alive `, button('×', () => {
      this.alive = this.alive.filter((other) => other !== point);
      this.listAlive();
      this.solve(this.assume ?? false);
    }, { 'aria-label': `Do not take ${point} as alive` })));
    this.aliveList.replaceChildren(...chips);
    this.drawAlive();
  }

  drawAlive() {
    const stones = this.alive.flatMap((point) => this.app.position?.blockAt(point)?.stones ?? []);
    if (stones.length) this.app.board.overlay('endgame-alive', [{ kind: 'dot', points: stones, tone: 'good', title: 'declared alive' }]);
    else this.app.board.clear('endgame-alive');
  }

  attach(answer) {
    const first = answer.losses.find((m) => m.move === answer.line[0]?.move);
    const comment = `Best play, ${answer.status === 'exact' ? 'proved' : answer.status}.${first ? ` ${first.move} loses ${points(first.loss)}.` : ''}`;
    return this.app.attach(lineToSgf(answer.line, this.app.position, [comment]), 'Best play');
  }
}

/** What the settled part of the board adds to the sum, if both sides' scores agree on it. */
function settled(answer, sum) {
  const stop = (wall) => Rational.read(wall);
  const [left, right] = [stop(sum.left_stop), stop(sum.right_stop)];
  const [black, white] = [Rational.read(answer.score.black_first), Rational.read(answer.score.white_first)];
  if (!left || !right || !black || !white) return null;
  const [a, b] = [black.minus(left), white.minus(right)];
  if (a.compare(b) !== 0) return null;
  return `Everything else is settled and gives ${pretty(a)}: the score is what the sum gives plus this.`;
}

let panel = null;

export default {
  id: 'endgame',
  title: 'Endgame',
  key: 'S',
  mount(element, app) {
    panel = new Endgame(element, app);
    app.addCommand({ id: 'solve-assuming', title: 'Solve, taking clear life for granted', group: 'Panels', keys: ['Shift+S'], run: () => { app.showPanel('endgame'); panel.solve(true); } });
  },
  run() { panel?.solve(false); },
};
