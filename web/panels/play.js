// Play against the program: color, time and strategy of the opponent, hints, taking back,
// resigning and counting. The game on the board is the game that is played; looking at other
// moves pauses it. Below stands the endgame trainer.

import { el, button, labelled, choice, number, Question, here, onMove, side, warrant, listed } from './parts.js';
import { Trainer } from './trainer.js';
import { replay } from '../rules.js';

const STRATEGIES = [
  ['deep', 'tree search on the deep network'], ['tree', 'tree search by playouts'],
  ['unguided', 'tree search without predictions'], ['flat', 'random games'],
  ['predictor', 'likeliest move, no search'], ['static', 'motives'], ['try', 'try and count'],
  ['selective', 'a few moves ahead'], ['temperature', 'hottest place'], ['sentestrat', 'hottest place, answering threats'],
  ['thermostrat', 'places by what they promise'], ['sum', 'sum of local games'],
];
const LEVELS = [['0.2', 'quick (0.2 s a move)'], ['1', 'easy (1 s)'], ['3', 'steady (3 s)'], ['10', 'slow (10 s)'], ['30', 'strong (30 s)']];
const LAYER = 'play';
const OTHER = { B: 'W', W: 'B' };

class Play {
  constructor(root, app) {
    this.app = app;
    this.session = null;
    this.question = new Question(app);
    this.aside = new Question(app);
    this.result = el('div', { class: 'play-result', 'aria-live': 'polite' });
    root.append(this.controls(), this.question.element, this.aside.element, this.result);
    onMove(app, () => this.moved());
    app.on('play-begins', (who) => { if (who !== this && this.session) this.end('The game has ended.'); });
    this.refresh();
  }

  controls() {
    this.color = choice([['B', 'Black'], ['W', 'White']], 'B', null, { class: 'my-color' });
    this.strategy = choice(STRATEGIES, 'deep', null, { class: 'strategy' });
    this.level = choice(LEVELS, '1', null, { class: 'level' });
    this.size = choice([['9', '9×9'], ['13', '13×13'], ['19', '19×19']], '9', null, { class: 'size' });
    this.komi = number('6.5', { step: 'any', class: 'short' });
    this.during = el('div', { class: 'row' },
      this.takeBackButton = button('Take back', () => this.takeBack(), { class: 'take-back' }),
      button('Pass', () => this.app.play('pass')),
      this.resignButton = button('Resign', () => this.resign(), { class: 'resign' }),
      this.resumeButton = button('Back to the game', () => this.resume(), { class: 'resume' }),
      this.endButton = button('End the game', () => this.end('The game is over for the program: it no longer answers.'), { class: 'end' }));
    return el('div', { class: 'controls' },
      el('div', { class: 'row' }, labelled('You play', this.color), labelled('Opponent', this.level), labelled('Strategy', this.strategy)),
      el('div', { class: 'row' }, labelled('Board', this.size), labelled('Komi', this.komi),
        button('New game', () => this.fresh(), { class: 'primary new-game' }), button('Play from here', () => this.begin(), { class: 'play-here' })),
      this.during,
      el('div', { class: 'row' }, button('Hint', () => this.hint(), { class: 'give-hint' }), button('Move for me', () => this.move(), { class: 'engine-move' }),
        button('Count the score', () => this.score(), { class: 'score' })));
  }

  fresh() {
    const { store } = this.app;
    const me = this.color.value;
    const players = me === 'B' ? [['PB', ['You']], ['PW', ['Tedomari']]] : [['PB', ['Tedomari']], ['PW', ['You']]];
    store.add(store.fresh(Number(this.size.value), undefined, [['KM', [this.komi.value || '0']], ['RU', [this.app.rules()]], ...players]));
    this.begin();
  }

  /** From here on the program answers. */
  begin() {
    this.app.emit('play-begins', this);
    this.session = { human: this.color.value, node: this.app.node };
    this.question.say(`The game is on: you are ${side(this.color.value)}.`);
    this.refresh();
    this.answerIfItsTurn();
  }

  end(text) {
    this.question.stop('');
    this.session = null;
    this.question.say(text);
    this.refresh();
  }

  refresh() {
    const on = Boolean(this.session);
    const here = on && this.app.node === this.session.node;
    for (const each of [this.takeBackButton, this.resignButton, this.endButton]) each.disabled = !on;
    this.resumeButton.hidden = !on || here;
    this.during.hidden = !on;
  }

  /** A move of the game goes on with it; anything else is looking around. */
  moved() {
    this.app.board.clear(LAYER);
    this.result.replaceChildren();
    const { node } = this.app;
    if (this.session && node.parent === this.session.node && node.color) {
      this.session.node = node;
      this.answerIfItsTurn();
    } else if (this.session && node !== this.session.node) {
      this.question.say('You are looking at another position; the game waits.');
    }
    this.refresh();
  }

  /** Two passes end the game; otherwise the program moves if it is to move. */
  async answerIfItsTurn() {
    const { session, app } = this;
    const passed = (node) => node?.color && app.position && node.move === '';
    if (passed(session.node) && passed(session.node.parent)) {
      this.end('Both have passed: the game is over.');
      await this.score();
      return;
    }
    if (app.position.toPlay === session.human) return;
    // The move on the board shows first.
    await new Promise((resolve) => { setTimeout(resolve, 0); });
    if (this.session === session && app.node === session.node) await this.move();
  }

  ask() {
    return here(this.app, { strategy: this.strategy.value, time: Number(this.level.value) });
  }

  /** The program plays for the side to move. */
  async move() {
    const color = this.app.position.toPlay;
    const answer = await this.question.put('genmove', this.ask(), { what: `${side(color)} thinks`, live: true });
    if (!answer) return;
    if (/^resign$/i.test(answer.move)) {
      this.finish(OTHER[color], `${side(color)} (the program) resigns.`);
      return;
    }
    if (this.app.play(answer.move, color)) {
      const played = `${side(color)} ${/^pass$/i.test(answer.move) ? 'passes' : `plays ${answer.move}`}`;
      this.question.say(`${played}${because(answer)} (${answer.warrant}).`);
      this.app.announce(`${played}.`);
    }
  }

  /** Back to the last position in which the human was to move. */
  takeBack() {
    if (!this.session) return;
    this.question.stop('');
    const { node, human } = this.session;
    let at = node.parent;
    while (at && replay(at).toPlay !== human) at = at.parent;
    if (!at) {
      this.question.say('There is nothing to take back.');
      return;
    }
    this.session.node = at;
    this.app.go(at);
    this.question.say('Taken back: choose another move.');
    this.refresh();
  }

  resume() {
    this.app.go(this.session.node);
    this.question.say('The game goes on.');
    this.refresh();
    this.answerIfItsTurn();
  }

  resign() {
    if (this.session) this.finish(OTHER[this.session.human], 'You resign.');
  }

  /** Writes the result into the record. */
  finish(winner, text) {
    this.app.edit('result', (history) => {
      history.set(this.app.game.root, 'RE', [`${winner}+R`]);
      return this.app.node;
    });
    this.end(`${text} ${side(winner)} wins.`);
  }

  /** A move worth playing: proved where the board is solved, else the program's choice. */
  async hint() {
    const color = this.app.position.toPlay;
    const solved = await this.aside.put('solve', here(this.app, { time: 2 }), { what: 'Looking for a proof', live: true });
    if (!solved && this.aside.line.classList.contains('bad')) return;
    if (solved?.best_moves.length) {
      this.show(solved.best_moves, `${side(color)} loses nothing with ${listed(solved.best_moves)}`, solved.status === 'exact' ? 'proved' : solved.status);
      return;
    }
    const answer = await this.aside.put('genmove', this.ask(), { what: 'Thinking of a hint', live: true });
    if (!answer) return;
    const what = /^resign$/i.test(answer.move) ? `The program would resign for ${side(color)}` : `${side(color)} could play ${answer.move}`;
    this.show([answer.move], `${what}${because(answer)}`, answer.warrant);
  }

  show(moves, text, sure) {
    const where = moves.filter((move) => !/^(pass|resign)$/i.test(move));
    if (where.length) this.app.board.overlay(LAYER, [{ kind: 'label', points: where, text: '★', tone: 'good', title: `hint: ${text}` }]);
    this.result.replaceChildren(el('p', { class: 'hint-text' }, `${text} `, warrant(sure)));
  }

  async score() {
    const answer = await this.aside.put('score', here(this.app), { what: 'Counting' });
    if (!answer) return;
    const items = ['black', 'white'].filter((color) => answer.territory[color].length)
      .map((color) => ({ kind: 'fill', points: answer.territory[color], tone: color, title: `${side(color)}’s territory (${answer.warrant})` }));
    if (answer.dead.length) items.push({ kind: 'dot', points: answer.dead, tone: 'bad', title: `dead (${answer.warrant})` });
    if (answer.seki.length) items.push({ kind: 'label', points: answer.seki, text: 's', tone: 'a', title: 'seki' });
    this.app.board.overlay(LAYER, items);
    this.result.replaceChildren(el('p', {}, el('strong', { class: 'score-text' }, answer.score), ` under ${answer.rules} rules `, warrant(answer.warrant)),
      el('ul', {}, answer.reasons.map((reason) => el('li', {}, reason))),
      el('p', {}, answer.dead.length ? `Dead stones, marked ×: ${listed(answer.dead, 20)}.` : 'No dead stones.'));
    this.app.announce(`Score: ${answer.score}.`);
  }
}

/** The program's reason, as the rest of a sentence. */
function because({ explanation }) {
  return explanation ? `: ${explanation}` : '';
}

let panel = null;

export default {
  id: 'play',
  title: 'Play',
  mount(element, app) {
    panel = new Play(element, app);
    new Trainer(element, app);
    app.addCommand({ id: 'engine-move', title: 'The program moves', group: 'Playing', keys: ['Enter', 'F10'], run: () => { app.showPanel('play'); panel.move(); } });
    app.addCommand({ id: 'score', title: 'Count the score', group: 'Playing', keys: ['.'], run: () => { app.showPanel('play'); panel.score(); } });
  },
};
