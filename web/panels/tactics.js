// The tactical calculator: choose a question, click the stones, and read whether they can be
// captured, live, be joined or win the race, with each side moving first. The search tells how
// it goes and can be stopped; its lines and the whole tree of variations can be put into the game.

import { el, button, labelled, choice, number, Question, here, lineToSgf, warrant, folded, listed, onMove } from './parts.js';
import { answerOf, headline } from './verdict.js';
import { LineView } from './line.js';

const GOALS = {
  capture: { title: 'Capture or escape', stones: 1, ask: ['Click a stone of the block.'], proof: true },
  life: { title: 'Life or death', stones: 1, ask: ['Click a stone of the group.'], proof: true },
  connect: { title: 'Join or cut', stones: 2, ask: ['Click a stone of one block.', 'Click a stone of the other block.'], proof: true },
  semeai: { title: 'Race (semeai)', stones: 2, ask: ['Click a stone of the block asked about.', 'Click a stone of the block it races against.'] },
  problem: { title: 'Problem: find the goal and solve it', stones: 0, ask: [] },
};

const LAYER = 'tactics';

class Tactics {
  constructor(root, app) {
    this.app = app;
    this.goal = 'capture';
    this.stones = [];
    this.area = [];
    this.question = new Question(app);
    this.proof = new Question(app);
    this.lines = [new LineView(app, 'tactics-line-0'), new LineView(app, 'tactics-line-1')];
    this.attached = null;
    this.result = el('div', { class: 'verdict' });
    root.append(this.controls(), this.question.element, this.result, this.proof.element);
    onMove(app, () => this.moved());
    this.chosen();
  }

  controls() {
    const goals = Object.entries(GOALS).map(([name, { title }]) => [name, title]);
    const picker = choice(goals, this.goal, (goal) => { this.goal = goal; this.stones = []; this.chosen(); }, { class: 'goal' });
    this.time = number(10, { min: 0.1, max: 600, step: 'any', class: 'short' });
    this.nodes = number('', { min: 1, placeholder: 'no limit', class: 'short' });
    this.prey = number('', { min: 1, max: 20, placeholder: '3', class: 'short' });
    this.hunter = number('', { min: 1, max: 20, placeholder: '4', class: 'short' });
    this.depth = number('', { min: 1, placeholder: 'no limit', class: 'short' });
    this.ko = choice([['', 'the ko is named'], ['black', 'Black'], ['white', 'White'], ['none', 'local threats alone']], '');
    this.ladder = choice([['', 'all moves'], ['ladder', 'ataris alone (ladder)']], '');
    this.picked = el('p', { class: 'picked', role: 'status' });
    this.areaText = el('p', { class: 'picked' });
    this.captureOptions = el('div', { class: 'row' }, labelled('Read', this.ladder), labelled('Liberties of the block', this.prey),
      labelled('before the hunter moves', this.hunter), labelled('Moves ahead', this.depth), labelled('Who wins kos', this.ko));
    this.areaOptions = el('div', { class: 'row' }, button('Choose the area…', () => this.chooseArea()), button('Found by itself', () => { this.area = []; this.chosen(); }), this.areaText);
    return el('div', { class: 'controls' },
      el('div', { class: 'row' }, labelled('Question', picker)),
      el('div', { class: 'row' },
        this.pickButton = button('Click the stones…', () => this.pick(), { class: 'pick primary' }),
        this.moreButton = button('Add a block…', () => this.addBlock(), { class: 'add-block' }),
        button('Ask again', () => this.put(), { class: 'ask' })),
      this.picked,
      folded('Limits and area', el('div', {}, el('div', { class: 'row' }, labelled('Seconds', this.time), labelled('Positions', this.nodes)),
        this.captureOptions, this.areaOptions)));
  }

  /** Shows what is chosen so far. */
  chosen() {
    const { stones, title } = GOALS[this.goal];
    this.pickButton.textContent = stones === 0 ? 'Solve the problem' : stones === 1 ? 'Click the stones…' : 'Click both blocks…';
    this.moreButton.hidden = this.goal !== 'life' || this.stones.length === 0;
    this.captureOptions.hidden = this.goal !== 'capture';
    this.areaOptions.hidden = this.goal !== 'life' && this.goal !== 'capture';
    const place = this.goal === 'capture' ? 'where the hunter may not play' : 'where both may play';
    this.areaText.textContent = this.area.length ? `${this.area.length} points ${place}: ${listed(this.area)}` : `No points chosen ${place}.`;
    this.picked.textContent = this.stones.length ? `${title}: ${this.stones.join(' and ')}` : stones === 0 ? 'The side to move looks for what can be killed or saved.' : `${title}: nothing clicked yet.`;
    this.draw();
  }

  draw() {
    const items = this.stones.map((point, i) => {
      const block = this.app.position?.blockAt(point)?.stones ?? [point];
      return { kind: 'outline', points: block, tone: i === 0 || this.goal === 'life' ? 'bad' : 'a', title: i === 0 || this.goal === 'life' ? 'asked about' : 'the other block' };
    });
    if (this.area.length) items.push({ kind: 'fill', points: this.area, tone: 'b', title: 'chosen area' });
    if (items.length) this.app.board.overlay(LAYER, items);
    else this.app.board.clear(LAYER);
  }

  /** Lets the user click as many stones as the question needs, then asks. */
  async pick() {
    const goal = this.goal;
    this.stones = [];
    this.chosen();
    for (const text of GOALS[goal].ask) {
      const point = await this.askStone(text);
      if (!point || this.goal !== goal) {
        this.question.say('Nothing was asked.');
        return;
      }
      this.stones.push(point);
      this.chosen();
    }
    await this.put();
  }

  async askStone(text) {
    for (let words = text; ;) {
      const point = await this.app.askPoint(words);
      if (!point || this.app.position.stones.has(point)) return point;
      words = `There is no stone on ${point}. ${text}`;
      this.question.say(`There is no stone on ${point}.`, true);
    }
  }

  /** A group may be several blocks. */
  async addBlock() {
    const point = await this.askStone('Click a stone of another block of the group.');
    if (!point) return;
    this.stones.push(point);
    this.chosen();
    await this.put();
  }

  async chooseArea() {
    for (;;) {
      const point = await this.app.askPoint('Click the points of the area (again to take one out), Esc to end.');
      if (!point) return;
      this.area = this.area.includes(point) ? this.area.filter((other) => other !== point) : [...this.area, point];
      this.chosen();
    }
  }

  body() {
    const body = {};
    const value = (input) => (input.value === '' ? undefined : Number(input.value));
    const set = (name, given) => { if (given !== undefined && given !== '' && !Number.isNaN(given)) body[name] = given; };
    set('time', value(this.time));
    set('nodes', value(this.nodes));
    const { stones } = GOALS[this.goal];
    if (this.goal === 'capture') {
      body.point = this.stones[0];
      if (this.ladder.value) body.ladder = true;
      else {
        set('prey', value(this.prey));
        set('hunter', value(this.hunter));
      }
      set('depth', value(this.depth));
      set('ko', this.ko.value);
      const empty = this.area.filter((point) => !this.app.position.stones.has(point));
      if (empty.length) body.boundary = empty;
    } else if (this.goal === 'life') {
      if (this.stones.length > 1) body.stones = [this.stones.join(',')];
      else [body.point] = this.stones;
      if (this.area.length) body.area = this.area;
    } else if (stones === 2) {
      body.points = [...this.stones];
    }
    return here(this.app, body);
  }

  async put() {
    const goal = this.goal;
    if (this.stones.length < GOALS[goal].stones) {
      this.pick();
      return;
    }
    const body = this.body();
    const answer = await this.question.put(goal, body, { what: 'Reading', live: true });
    if (answer) this.present(goal, body, answer);
  }

  present(goal, body, answer) {
    this.asked = this.app.node;
    const said = headline(goal, answer);
    const parts = [el('p', { class: 'headline' }, said, ' ', warrant(answer.warrant))];
    const sides = goal === 'problem' ? [['', answer]] : [['Attacker first', answer.attacker_first], ['Defender first', answer.defender_first]];
    this.lines.forEach((line) => line.forget());
    sides.forEach(([title, first], i) => {
      if (title) parts.push(el('h3', {}, title), el('p', { class: 'answer' }, answerOf(goal, first, title === 'Attacker first'), ' ', warrant(first.warrant ?? answer.warrant)));
      if (first.line?.length) parts.push(this.lines[i].show(first.line, title ? `Line with the ${title.toLowerCase()}` : 'The solution', () => this.attachLine(first.line, `${title || 'Solution'}: ${said}`)));
    });
    if (answer.assumed_alive?.length) parts.push(el('p', {}, `Taken as alive: ${listed(answer.assumed_alive, 12)}.`));
    if (answer.area?.length) parts.push(el('p', {}, `Read within ${answer.area.length} points: ${listed(answer.area, 12)}.`));
    if (GOALS[goal].proof) parts.push(button('Add all variations to the game', () => this.attachProof(goal, body, said), { class: 'attach-proof' }));
    parts.push(el('p', { class: 'stats' }, `${answer.stats.nodes.toLocaleString('en')} positions in ${answer.stats.seconds.toFixed(2)} s`));
    this.result.replaceChildren(...parts);
    if (answer.target?.length) {
      const area = (answer.area ?? []).filter((point) => !this.app.position.stones.has(point));
      this.app.board.overlay(LAYER, [
        { kind: 'outline', points: answer.target, tone: 'bad', title: said },
        ...(area.length ? [{ kind: 'fill', points: area, tone: 'b', title: 'the area that was read' }] : []),
      ]);
    }
    // The answer diagram: the line of the side that has something to show.
    const second = goal !== 'problem' && (answer.status === 'dead' || !answer.attacker_first.line.length);
    this.lines[second ? 1 : 0].showAll();
    this.app.announce(`${said} ${answer.warrant}`);
  }

  attachLine(line, comment) {
    this.attached = this.app.attach(lineToSgf(line, this.app.position, [comment]), 'Reading');
    return this.attached;
  }

  /** The proof tree of the program as variations of the game. */
  async attachProof(goal, body, said) {
    const node = this.app.node;
    const answer = await this.proof.put('proof', { ...body, goal }, { what: 'Fetching the variations', live: true });
    if (!answer?.sgf || this.app.node !== node) return;
    this.attached = this.app.attach(answer.sgf, said);
    if (!this.attached) {
      this.proof.say('The proof has no variations.');
      return;
    }
    this.app.go(this.attached);
    this.proof.say('All variations are in the game now: walk them with the arrow keys.');
  }

  /** Keeps the answer while its variations are walked, and drops it elsewhere. */
  moved() {
    if (!this.asked) {
      this.draw();
      return;
    }
    for (let at = this.app.node; at; at = at.parent) {
      if (at === this.asked) {
        if (this.app.node !== this.asked) {
          this.app.board.clear(LAYER);
          for (const line of this.lines) line.hide();
        }
        return;
      }
    }
    this.forget();
  }

  forget() {
    this.asked = null;
    this.stones = [];
    this.area = [];
    this.lines.forEach((line) => line.close());
    this.result.replaceChildren();
    this.chosen();
  }
}

export default {
  id: 'tactics',
  title: 'Tactics',
  mount(element, app) { new Tactics(element, app); },
};
