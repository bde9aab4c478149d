// The position in a teacher's words: what the command `explain` says, under its headings, each
// sentence with its warrant. Points named in a sentence light up on the board.

import { el, button, labelled, choice, Question, here, warrant, lineToSgf, side, onMove } from './parts.js';
import { percent } from './marks.js';
import { LineView } from './line.js';

const TOPICS = [
  ['situation', 'The situation'], ['groups', 'Groups'], ['threats', 'Threats and connections'],
  ['territory', 'Territory'], ['moves', 'Moves'],
];
const LAYER = 'explain';

class Explain {
  constructor(root, app) {
    this.app = app;
    this.question = new Question(app);
    this.line = new LineView(app, 'explain-line');
    this.result = el('div', { class: 'explanation' });
    this.time = choice([['1', '1 s'], ['3', '3 s'], ['10', '10 s'], ['30', '30 s']], '3');
    root.append(el('div', { class: 'controls row' },
      button('Explain the position', () => this.explain(), { class: 'primary explain' }), labelled('Think', this.time)),
    this.question.element, this.result);
    onMove(app, () => this.clear());
    this.clear();
  }

  clear() {
    if (this.line.contains(this.app.node)) return;
    this.line.close();
    this.app.board.clear(LAYER);
    this.result.replaceChildren(el('p', { class: 'empty' }, 'The program says in words what it sees: groups, threats, territory and moves.'));
  }

  async explain() {
    const answer = await this.question.put('explain', here(this.app, { time: Number(this.time.value) }), { what: 'Looking', live: true });
    if (!answer) return;
    const parts = [el('p', {}, 'Its move would be ', el('strong', {}, answer.best.move), ' ', warrant(answer.best.warrant))];
    for (const [topic, heading] of TOPICS) {
      const notes = answer.notes.filter((note) => note.topic === topic);
      if (notes.length) parts.push(el('h3', {}, heading), el('ul', {}, notes.map((note) => this.note(note))));
    }
    if (answer.moves.length) parts.push(this.moves(answer));
    this.lineHolder = el('div');
    parts.push(this.lineHolder);
    this.result.replaceChildren(...parts);
    this.app.announce(answer.notes[0]?.text ?? 'Explained.');
  }

  /** A sentence; the points in it are buttons that show them. */
  note({ text, warrant: sure }) {
    const { stones } = this.app.position;
    const pieces = text.split(/\b([A-HJ-Z]\d{1,2})\b/).map((piece, i) => {
      if (i % 2 === 0) return piece;
      const show = () => {
        const block = stones.has(piece) ? this.app.position.blockAt(piece).stones : [piece];
        this.app.board.overlay(LAYER, [{ kind: 'outline', points: block, tone: 'good', title: text }]);
      };
      const hide = () => this.app.board.clear(LAYER);
      return button(piece, show, { class: 'point-name', 'aria-label': `${piece}, show on the board`, onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide });
    });
    return el('li', {}, pieces, ' ', warrant(sure));
  }

  moves(answer) {
    const rows = answer.moves.slice(0, 10).map((move) => {
      const why = move.motives.map((motive) => (motive.object ? `${motive.kind} ${motive.object}` : motive.kind)).join(', ');
      const show = () => this.lineHolder.replaceChildren(this.showLine(answer, move));
      return el('tr', {}, el('th', { scope: 'row' }, button(move.move, show, { 'aria-label': `${move.move}: show the expected line` })),
        el('td', {}, percent(move.win_rate)), el('td', {}, move.score.toFixed(1)), el('td', {}, percent(move.prior)), el('td', {}, why || '–'));
    });
    const heads = ['Move', 'Wins', 'Score', 'Chosen', 'Motives'].map((text) => el('th', { scope: 'col' }, text));
    return el('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Moves the search tried' }, el('table', {}, el('caption', {}, 'Moves the search tried ', warrant('estimate')),
      el('thead', {}, el('tr', {}, heads)), el('tbody', {}, rows)));
  }

  showLine(answer, move) {
    const other = { black: 'white', white: 'black' };
    const line = move.line.map((name, i) => ({ color: i % 2 === 0 ? answer.to_play : other[answer.to_play], move: name }));
    const comment = `Expected after ${side(answer.to_play)} ${move.move} (estimate).`;
    return this.line.show(line, `Expected after ${move.move}`, () => this.app.attach(lineToSgf(line, this.app.position, [comment]), 'Expected'));
  }
}

export default {
  id: 'explain',
  title: 'Explain',
  mount(element, app) { new Explain(element, app); },
};
