// Overlays: what the program sees on the board, each kind with its own switch, legend and
// sentences. They follow the position as it changes; answers that come too late are dropped.

import { el, toggle, warrant, sentence, here, onMove } from './parts.js';
import { ask } from '../api.js';
import { KINDS } from './layers.js';

/** The program's eyes rest this long on a position before the questions go out. */
const PAUSE = 200;

class Overlays {
  constructor(root, app) {
    this.app = app;
    this.root = root;
    this.on = new Set(app.settings.overlays ?? []);
    this.answers = new Map();
    this.line = el('p', { class: 'question-line', role: 'status' });
    this.told = el('p', { class: 'told', 'aria-live': 'polite' });
    const rows = KINDS.map((kind) => this.row(kind));
    root.append(el('p', {}, 'Choose what the board shows. Hover over a point, or move the board cursor to it, to read why.'),
      el('ul', { class: 'overlay-list' }, rows), this.line, el('h3', {}, 'At this point'), this.told);
    onMove(app, () => this.later());
    app.board.on('hover', (point) => this.tell(point));
    this.later();
  }

  row(kind) {
    const box = toggle(kind.title, this.on.has(kind.id), (on) => this.turn(kind, on), { 'data-overlay': kind.id });
    return el('li', {}, box, el('span', { class: 'legend' }, kind.legend, ' ', warrant(kind.warrant)));
  }

  /** Turns an overlay on or off by its name. */
  flip(id) {
    const box = this.root.querySelector(`[data-overlay="${id}"]`);
    box.checked = !box.checked;
    const kind = KINDS.find((each) => each.id === id);
    this.app.announce(`${kind.title} ${box.checked ? 'on' : 'off'}.`);
    this.turn(kind, box.checked);
  }

  turn(kind, on) {
    if (on) this.on.add(kind.id);
    else {
      this.on.delete(kind.id);
      this.app.board.clear(`overlay-${kind.id}`);
    }
    this.app.settings.overlays = [...this.on];
    this.update();
  }

  /** The position has changed: the old marks go at once, new ones come after a pause. */
  later() {
    clearTimeout(this.timer);
    this.control?.abort();
    this.control = new AbortController();
    this.answers.clear();
    for (const { id } of KINDS) this.app.board.clear(`overlay-${id}`);
    this.line.textContent = '';
    if (this.on.size) this.timer = setTimeout(() => this.update(), PAUSE);
  }

  /** Draws what is switched on and not yet drawn. */
  async update() {
    const { signal } = this.control;
    const wanted = KINDS.filter(({ id }) => this.on.has(id));
    if (wanted.length) this.line.textContent = 'Looking …';
    const said = await Promise.all(wanted.map((kind) => this.drawn(kind, signal)));
    if (signal.aborted) return;
    const told = said.filter(Boolean);
    this.line.textContent = told.map(({ text }) => text).join(' ');
    this.line.classList.toggle('bad', told.some(({ bad }) => bad));
  }

  /** Draws one kind; what there is to say if it fails or finds nothing. */
  async drawn(kind, signal) {
    try {
      const answers = await Promise.all(kind.asks.map(([command, more]) => this.answer(command, more, signal)));
      if (signal.aborted || !this.on.has(kind.id)) return null;
      const items = kind.items(...answers, this.app.position);
      this.app.board.overlay(`overlay-${kind.id}`, items);
      return items.length ? null : { text: `${kind.title}: nothing here.` };
    } catch (error) {
      return signal.aborted ? null : { text: `${kind.title}: ${sentence(error)}`, bad: true };
    }
  }

  /** One answer serves all overlays that need it. */
  answer(command, more, signal) {
    const key = `${command} ${JSON.stringify(more)}`;
    if (!this.answers.has(key)) {
      const { answers } = this;
      const answer = ask(command, here(this.app, more), { signal });
      answer.catch(() => { if (answers.get(key) === answer) answers.delete(key); });
      answers.set(key, answer);
    }
    return this.answers.get(key);
  }

  /** What all overlays say of a point. */
  tell(point) {
    if (!point) return;
    const said = [];
    for (const [layer, items] of this.app.board.overlays ?? []) {
      if (!layer.startsWith('overlay-')) continue;
      for (const item of items) if (item.title && item.points.includes(point) && !said.includes(item.title)) said.push(item.title);
    }
    this.told.textContent = said.length ? `${point}: ${said.join('. ')}.` : this.on.size ? `${point}: nothing to tell.` : '';
  }
}

export default {
  id: 'overlays',
  title: 'Overlays',
  mount(element, app) {
    const overlays = new Overlays(element, app);
    const add = (id, title, keys, kind) => app.addCommand({ id, title, group: 'Panels', keys, run: () => overlays.flip(kind) });
    add('overlay-predicted', 'Likely moves on the board, on or off', ['Space', 'F4'], 'predicted');
    add('overlay-territory', 'Territory on the board, on or off', ['T'], 'territory');
  },
};
