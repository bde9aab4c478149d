// The endgame trainer: play a composed endgame or the position on the board; every move is
// measured against the proved best one, each loss is told in points, and the program answers
// without losing anything itself.

import { el, button, labelled, choice, number, Question, here, onMove, side, points, lineToSgf, sentence } from './parts.js';
import { Rational, pretty } from './rational.js';
import { scoreText } from './solution.js';
import { parse } from '../sgf.js';
import { Game } from '../games.js';

const ZERO = new Rational(0n);

export class Trainer {
  constructor(root, app) {
    this.app = app;
    this.run = null;
    this.question = new Question(app, { keep: true });
    this.seed = number(1, { min: 1, step: 1, class: 'short seed' });
    this.size = choice([['7', '7×7'], ['11', '11×11'], ['15', '15×15'], ['19', '19×19']], '11', null, { class: 'trainer-size' });
    this.color = choice([['', 'the side to move'], ['B', 'Black'], ['W', 'White']], '');
    this.list = el('ol', { class: 'trainer-moves', 'aria-label': 'Your moves and what they lose' });
    this.total = el('p', { class: 'trainer-total', role: 'status' });
    root.append(el('section', { class: 'trainer', 'aria-label': 'Endgame trainer' }, el('h3', {}, 'Endgame trainer'),
      el('p', {}, 'Play the endgame out. Every move is compared with the proved best one; the program loses nothing.'),
      el('div', { class: 'row' }, labelled('Number', this.seed), labelled('Board', this.size), button('Composed endgame', () => this.compose(), { class: 'compose' })),
      el('div', { class: 'row' }, labelled('You play', this.color), button('This position', () => this.begin(), { class: 'train-here' }),
        this.stopButton = button('End the training', () => this.end('The training has ended.'), { hidden: true })),
      this.question.element, this.total, this.list));
    onMove(app, () => this.moved());
    app.on('play-begins', (who) => { if (who !== this && this.run) this.end('The training has ended.'); });
  }

  async compose() {
    const answer = await this.question.put('compose', { seed: Number(this.seed.value) || 1, size: Number(this.size.value) }, { what: 'Composing', live: true });
    const text = typeof answer === 'string' ? answer : answer?.sgf;
    const root = text ? parse(text)[0] : null;
    if (!root) return;
    this.app.store.add(new Game(root, { name: `Composed endgame ${this.seed.value}` }));
    await this.begin();
  }

  /** Solves what is on the board; without a proof there is nothing to train with. */
  async begin() {
    this.app.emit('play-begins', this);
    this.run = null;
    this.list.replaceChildren();
    this.total.textContent = '';
    const solved = await this.solve('Solving the endgame');
    if (!solved) return;
    const human = this.color.value || this.app.position.toPlay;
    this.run = { human, node: this.app.node, solved, best: null, lost: ZERO, start: null };
    this.stopButton.hidden = false;
    const first = scoreHere(solved);
    this.run.start = first;
    this.question.say(`You are ${side(human)}. Best play of both sides gives ${scoreText(first)} without komi (${solved.status === 'exact' ? 'proved' : 'proved assuming what clearly lives'}).`);
    this.answerIfItsTurn();
  }

  end(text) {
    this.run = null;
    this.stopButton.hidden = true;
    this.question.say(text);
  }

  /** Exact where possible, else taking clear life for granted; null with the reason told. */
  async solve(what) {
    for (const more of [{}, { assume_alive: true }]) {
      const answer = await this.question.put('solve', here(this.app, { time: 20, ...more }), { what, live: true });
      if (!answer) return null;
      if (scoreHere(answer)) return answer;
      this.why = answer.unsolved[0]?.why ?? (answer.status === 'bounds' ? 'a ko leaves the score open' : answer.status);
    }
    this.question.say(`This position cannot be solved, so no move can be measured: ${this.why}.`, true);
    return null;
  }

  async moved() {
    const { run } = this;
    const { node } = this.app;
    if (!run || node.parent !== run.node || !node.color) return;
    const before = run.solved;
    const mine = node.color === run.human;
    const move = node.move === '' ? 'pass' : this.app.position.lastMove;
    run.node = node;
    if (move === 'pass' && node.parent.color && node.parent.move === '') {
      this.finish();
      return;
    }
    const after = await this.solve(mine ? `Measuring ${move}` : 'Solving');
    if (this.run !== run || run.node !== node) return;
    if (!after) {
      this.end(`${this.question.line.textContent} The training ends here.`);
      return;
    }
    run.solved = after;
    if (mine) this.judge(node, move, before, after);
    this.answerIfItsTurn();
  }

  /** What the move lost: the best score before it minus the best score after it. */
  judge(node, move, before, after) {
    const { run } = this;
    const difference = scoreHere(before).minus(scoreHere(after));
    const loss = run.human === 'B' ? difference : ZERO.minus(difference);
    run.lost = run.lost.plus(loss);
    const who = side(run.human);
    const proof = [before, after].every((answer) => answer.status === 'exact') ? 'proved' : 'proved, assuming what clearly lives';
    const none = loss.compare(ZERO) <= 0;
    const text = none ? `✓ ${who} ${move} loses nothing (${proof}).`
      : `✗ ${who} ${move} loses ${points(pretty(loss))} (${proof}): ${scoreText(scoreHere(before))} could be reached, now ${scoreText(scoreHere(after))}.`;
    const item = el('li', { class: none ? 'good' : 'bad', 'data-loss': loss.toString() }, text);
    if (!none && before.line.length) {
      item.append(` Best was ${before.best_moves.join(' or ') || before.line[0].move}. `, button('Show why', () => this.showWhy(node, before, text)));
    }
    this.list.append(item);
    this.total.textContent = `Lost so far: ${points(pretty(run.lost))}.`;
    this.app.announce(text);
  }

  /** Puts the best line beside the move that lost something. */
  showWhy(node, before, text) {
    this.app.go(node.parent);
    const first = this.app.attach(lineToSgf(before.line, this.app.position, [text]), 'Best play');
    if (first) this.app.go(first);
  }

  async answerIfItsTurn() {
    const { run, app } = this;
    if (!run || app.node !== run.node || app.position.toPlay === run.human) return;
    const { solved } = run;
    const move = solved.line[0]?.move ?? solved.best_moves[0] ?? 'pass';
    await new Promise((resolve) => { setTimeout(resolve, 150); });
    if (this.run !== run || app.node !== run.node) return;
    try {
      app.play(move, app.position.toPlay);
    } catch (error) {
      this.question.say(sentence(error), true);
    }
  }

  finish() {
    const { run } = this;
    const text = run.lost.compare(ZERO) === 0 ? 'Perfect: you lost nothing.' : `You lost ${points(pretty(run.lost))} in all.`;
    this.end(`The endgame is over. Best play gave ${scoreText(run.start)}.`);
    this.total.textContent = text;
  }
}

/** The score for Black with the side to move first, if it is known exactly. */
function scoreHere(answer) {
  return Rational.read(answer.score[`${answer.to_play}_first`] ?? '');
}
