// Patterns: what of the libraries lies on the board, on the board itself and as small pictures,
// and the user's own library, whose patterns are drawn, taken from the board, edited and saved.

import { el, button, labelled, choice, Question, here, onMove, side, warrant, folded, sentence } from './parts.js';
import { readLibrary, writeLibrary, picture, tellPattern, isRow } from './library.js';

const LAYER = 'patterns';
const EMPTY = 'pattern my pattern\n  . a .\n  X O X\na = .\nmove a X: cut\n';
/** Signs that clicking a point of a picture goes through. */
const SIGNS = ['.', 'X', 'O', '?', 'a', 'b', 'c', 'd'];

class Patterns {
  constructor(root, app) {
    this.app = app;
    this.question = new Question(app);
    this.saving = new Question(app, { keep: true });
    this.known = new Map();
    this.own = [];
    this.result = el('div', { class: 'matches' });
    this.editor = el('div', { class: 'pattern-editor' });
    this.shelf = el('ul', { class: 'pattern-shelf', 'aria-label': 'Your patterns' });
    root.append(el('div', { class: 'controls row' }, button('Find patterns here', () => this.find(), { class: 'primary find' })),
      this.question.element, this.result,
      el('section', { 'aria-label': 'Your own library' }, el('h3', {}, 'Your own library'),
        el('div', { class: 'row' }, button('New pattern', () => this.edit(EMPTY, null), { class: 'new-pattern' }),
          button('Take from the board…', () => this.take(), { class: 'take-pattern' })),
        this.shelf, this.editor, this.saving.element),
      this.starter = folded('Patterns that come with the program', el('ul', { class: 'pattern-shelf' })));
    this.starter.addEventListener('toggle', () => this.showStarter(), { once: true });
    onMove(app, () => this.clear());
    this.load();
  }

  clear() {
    this.app.board.clear(LAYER);
    this.result.replaceChildren();
  }

  async load() {
    try {
      const response = await fetch('/api/patterns/library');
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error ?? `the server answered ${response.status}`);
      this.starterPatterns = readLibrary(answer.starter ?? '');
      this.own = readLibrary(answer.own ?? '');
    } catch (error) {
      this.saving.say(`The libraries could not be read: ${sentence(error)}`, true);
      this.starterPatterns = [];
    }
    this.known = new Map([...this.starterPatterns, ...this.own].map((pattern) => [pattern.name, pattern]));
    this.showShelf();
  }

  async find() {
    const answer = await this.question.put('patterns', here(this.app, { own: true }), { what: 'Matching' });
    if (!answer) return;
    const items = answer.matches.map((found) => this.match(found));
    this.result.replaceChildren(el('p', { role: 'status' }, `${answer.matches.length} matches of ${answer.patterns} patterns, ${side(answer.to_play)} to play.`),
      el('ul', { class: 'match-list' }, items));
    const moves = answer.matches.flatMap((found) => found.moves.map((move) => ({ ...move, found })));
    const marks = new Map();
    for (const { move, color, motives, found } of moves) {
      const said = `${found.pattern}: ${side(color)} ${move}, ${motives.join(', ')} (rule of thumb)`;
      const mark = marks.get(move);
      if (mark) mark.title += `; ${said}`;
      else marks.set(move, { kind: 'label', points: [move], text: motives[0]?.charAt(0).toUpperCase() ?? '•', tone: color, title: said });
    }
    this.app.board.overlay(LAYER, [...marks.values()]);
    this.marks = [...marks.values()];
  }

  match(found) {
    const said = [
      ...found.moves.map(({ color, move, motives }) => `${side(color)} ${move}: ${motives.join(', ')}`),
      ...found.connects.map(([a, b]) => `${a} and ${b} are connected`),
      ...found.divides.map(([a, b]) => `a wall from ${a} to ${b}`),
    ].join('; ');
    const where = found.points ?? [...found.moves.map(({ move }) => move), ...found.connects.flat(), ...found.divides.flat()];
    const look = () => this.app.board.overlay(LAYER, [...(this.marks ?? []), { kind: 'outline', points: where, tone: 'good', title: found.pattern }]);
    const away = () => this.app.board.overlay(LAYER, this.marks ?? []);
    const drawn = this.known.get(found.pattern);
    return el('li', { onmouseenter: look, onmouseleave: away }, drawn ? picture(drawn) : null,
      el('div', {}, button(found.pattern, look, { class: 'match', onfocus: look, onblur: away, 'aria-label': `${found.pattern}: ${said}. Show on the board.` }),
        el('p', {}, said, ' ', warrant(found.warrant))));
  }

  showStarter() {
    const items = (this.starterPatterns ?? []).map((pattern) => this.card(pattern, button('Copy to mine', () => this.edit(pattern.text.replace(/^pattern (.*)$/m, 'pattern $1 (mine)'), null))));
    this.starter.querySelector('ul').replaceChildren(...items);
  }

  showShelf() {
    const items = this.own.map((pattern, i) => this.card(pattern, [
      button('Edit', () => this.edit(pattern.text, i), { 'aria-label': `Edit ${pattern.name}` }),
      button('Delete', () => this.save(this.own.filter((_, j) => j !== i), `${pattern.name} is deleted.`), { 'aria-label': `Delete ${pattern.name}` }),
    ]));
    this.shelf.replaceChildren(...(items.length ? items : [el('li', { class: 'empty' }, 'No patterns of your own yet.')]));
  }

  card(pattern, buttons) {
    return el('li', {}, picture(pattern), el('div', {}, el('strong', {}, pattern.name), el('p', {}, tellPattern(pattern)), buttons));
  }

  /** The editor: a picture that can be clicked and the text, which say the same. */
  edit(text, index) {
    const area = el('textarea', { rows: 10, class: 'pattern-text', spellcheck: 'false', 'aria-label': 'The pattern as text' });
    area.value = text;
    const sign = choice([['next', 'next sign'], ...SIGNS.map((each) => [each, each])], 'next');
    const drawing = el('div', { class: 'pattern-drawing' });
    const draw = () => {
      const [pattern] = readLibrary(area.value);
      const change = (y, x) => {
        pattern.rows[y][x] = sign.value === 'next' ? SIGNS[(SIGNS.indexOf(pattern.rows[y][x]) + 1) % SIGNS.length] : sign.value;
        area.value = withRows(area.value, pattern);
        draw();
        drawing.querySelectorAll('.pattern-cell')[y * pattern.rows[0].length + x]?.focus();
      };
      drawing.replaceChildren(pattern?.rows.length ? picture(pattern, change) : el('p', {}, 'There is no map yet.'));
    };
    area.addEventListener('input', draw);
    const keep = () => {
      const [pattern] = readLibrary(area.value);
      if (!pattern) {
        this.saving.say('The first line of a pattern is: pattern NAME.', true);
        return;
      }
      const next = [...this.own];
      if (index === null) next.push(pattern);
      else next[index] = pattern;
      this.save(next, `${pattern.name} is saved.`);
    };
    this.editor.replaceChildren(el('p', {}, 'Click the points of the picture, or edit the text: X first color, O second, . empty, ? anything, letters for points the lines below speak of.'),
      labelled('A click sets', sign), drawing, area,
      el('div', { class: 'row' }, button('Save', keep, { class: 'primary save-pattern' }), button('Cancel', () => this.editor.replaceChildren())));
    draw();
    area.focus();
  }

  /** Makes a map from a part of the board between two corners. */
  async take() {
    const a = await this.app.askPoint('Click one corner of the part to take.');
    const b = a && await this.app.askPoint('Click the opposite corner.');
    if (!b) return;
    const { position } = this.app;
    const [p, q] = [position.index(a), position.index(b)];
    const [xs, ys] = [[p % position.width, q % position.width], [Math.floor(p / position.width), Math.floor(q / position.width)]];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const edge = bottom === position.height - 1;
    const bar = edge && left === 0 ? '|' : '';
    const rows = [];
    for (let y = top; y <= bottom; y += 1) {
      const row = [];
      for (let x = left; x <= right; x += 1) {
        const stone = position.at(position.name(y * position.width + x));
        row.push(stone === null ? '.' : stone === position.toPlay ? 'X' : 'O');
      }
      rows.push(`  ${bar}${row.join(' ')}`);
    }
    if (edge) rows.push(`  ${'-'.repeat(2 * (right - left) + 1)}`);
    this.edit(`pattern from the board\n${rows.join('\n')}\n`, null);
  }

  async save(patterns, done) {
    try {
      const response = await fetch('/api/patterns/library', {
        method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ own: writeLibrary(patterns) }),
      });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error ?? `the server answered ${response.status}`);
      this.editor.replaceChildren();
      await this.load();
      this.saving.say([done, ...(answer.warnings ?? [])].join(' '));
    } catch (error) {
      this.saving.say(`Not saved: ${sentence(error)}`, true);
    }
  }
}

/** The text with the rows of the map replaced, everything else as it was. */
function withRows(text, pattern) {
  let next = 0;
  return text.split('\n').map((raw) => {
    const line = raw.trim();
    if (next >= pattern.rows.length || !line || line.startsWith('pattern ') || !isRow(line, { lines: [], edge: false })) return raw;
    next += 1;
    return `  ${line.startsWith('|') ? '|' : ''}${pattern.rows[next - 1].join(' ')}`;
  }).join('\n');
}

export default {
  id: 'patterns',
  title: 'Patterns',
  mount(element, app) { new Patterns(element, app); },
};
