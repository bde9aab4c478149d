// Editing on the board: the tools, and what a click does with each.
//
// Setup stones and moves never share a node (SGF FF[4]): adding stones at a
// node with a move makes a node of its own. A point has at most one shape mark
// and belongs to one territory at most.

import { askForm, field } from './dialogs.js';
import { byId, el } from './dom.js';
import { Node, fromSgf, listPoints, toSgf } from './sgf.js';
import { opposite, replay } from './rules.js';

const SHAPES = ['TR', 'SQ', 'CR', 'MA', 'SL'];
const AREAS = ['TB', 'TW'];

const TOOLS = [
  { id: 'play', title: 'Play moves', sign: '◐', key: '1' },
  { id: 'black', title: 'Black stones', sign: '●', key: '2' },
  { id: 'white', title: 'White stones', sign: '○', key: '3' },
  { id: 'TR', title: 'Triangle', sign: '△', key: '4' },
  { id: 'SQ', title: 'Square', sign: '□', key: '5' },
  { id: 'CR', title: 'Circle', sign: '◯', key: '6' },
  { id: 'MA', title: 'Cross', sign: '✕', key: '7' },
  { id: 'letter', title: 'Letters A, B, C', sign: 'A', key: '8' },
  { id: 'number', title: 'Numbers 1, 2, 3', sign: '1', key: '9' },
  { id: 'AR', title: 'Arrow: from a point to a point', sign: '→', key: '0' },
  { id: 'LN', title: 'Line: from a point to a point', sign: '╱', key: 'Shift+0' },
  { id: 'label', title: 'Ab: label with own text', sign: 'Ab' },
  { id: 'SL', title: 'Selected point', sign: '▣' },
  { id: 'TB', title: 'Black territory', sign: '▪' },
  { id: 'TW', title: 'White territory', sign: '▫' },
  { id: 'DD', title: 'Dim points', sign: '░' },
  { id: 'VW', title: 'Show only a part: from corner to corner', sign: '⛶' },
  { id: 'erase', title: 'Empty a point; take marks away', sign: '⌫', key: 'Backspace' },
];

export class Editor {
  constructor(app) {
    this.app = app;
    this.tools = TOOLS;
    this.active = false;
    this.tool = 'play';
    /** The first of the two points that arrows, lines and views need. */
    this.start = null;
    this.holder = byId('tools');
    this.buttons = new Map(TOOLS.map((tool) => [tool.id, el('button', {
      type: 'button', class: 'tool', 'aria-pressed': 'false', 'aria-label': tool.title,
      title: tool.key ? `${tool.title} (${tool.key})` : tool.title, onclick: () => this.choose(tool.id),
    }, tool.sign)]));
    this.turn = el('button', { type: 'button', class: 'tool wide', onclick: () => this.setTurn() }, 'To play');
    this.note = el('span', { class: 'tool-note', 'aria-live': 'polite' });
    this.holder.append(...this.buttons.values(), this.turn, this.note);
  }

  toggle(on = !this.active) {
    this.active = on;
    this.start = null;
    if (on && this.tool === 'erase') this.tool = 'play';
    this.app.announce(on ? 'Edit tools on.' : 'Edit tools off.');
    this.show();
  }

  choose(id) {
    this.active = true;
    this.tool = id;
    this.start = null;
    this.app.announce(`${TOOLS.find((tool) => tool.id === id).title}.`);
    this.show();
  }

  show() {
    this.holder.hidden = !this.active;
    byId('edit-button').setAttribute('aria-pressed', String(this.active));
    document.documentElement.dataset.editing = String(this.active);
    for (const [id, button] of this.buttons) button.setAttribute('aria-pressed', String(id === this.tool));
    const next = this.app.game ? this.app.position.toPlay : 'B';
    this.turn.textContent = next === 'B' ? '● to play' : '○ to play';
    this.turn.setAttribute('aria-label', `${next === 'B' ? 'Black' : 'White'} to play; switch`);
    this.note.textContent = this.start ? `from ${this.start} to …` : '';
  }

  /** The stone to show under the mouse, if the tool puts one. */
  ghostColor() {
    if (this.tool === 'play') return this.app.position.toPlay;
    return { black: 'B', white: 'W' }[this.tool] ?? null;
  }

  /** A click on a point with the current tool. */
  use(point, keys = {}) {
    const { app, tool } = this;
    if (tool === 'play') return app.play(point);
    if (tool === 'black' || tool === 'white') {
      const color = (tool === 'black') !== Boolean(keys.shift) ? 'B' : 'W';
      return this.setup(point, app.position.at(point) === color ? null : color);
    }
    if (tool === 'erase') return this.erase(point);
    if (tool === 'letter' || tool === 'number') return this.#label(point, this.#nextLabel(tool));
    if (tool === 'label') return this.#ownLabel(point);
    if (tool === 'DD') return this.#dim(point);
    if (tool === 'AR' || tool === 'LN' || tool === 'VW') {
      if (!this.start) {
        this.start = point;
        this.show();
        return app.announce(`From ${point}. Choose the other point.`);
      }
      const from = this.start;
      this.start = null;
      return this.#pair(from, point);
    }
    return this.#mark(tool, point);
  }

  /** A drag from point to point, for arrows, lines and views. */
  drag(from, to) {
    if (!this.active || !['AR', 'LN', 'VW'].includes(this.tool)) return;
    this.start = null;
    this.#pair(from, to);
  }

  /** Puts a stone as setup: 'B', 'W', or null to empty the point. */
  setup(point, color) {
    const { app } = this;
    const value = app.position.sgf(point);
    return app.edit('set up stones', (history) => {
      let { node } = app;
      if (node.color) node = history.add(node, new Node());
      const before = node.parent ? replay(node.parent).at(point) : null;
      for (const name of ['AB', 'AW', 'AE']) history.set(node, name, without(node, name, value));
      if (color !== before) {
        const name = color === 'B' ? 'AB' : color === 'W' ? 'AW' : 'AE';
        history.set(node, name, [...(node.props.get(name) ?? []), value]);
      }
      return node;
    });
  }

  erase(point) {
    const { app } = this;
    const value = app.position.sgf(point);
    const marked = [...SHAPES, ...AREAS, 'LB', 'AR', 'LN'].filter((name) => has(app.node, name, value));
    if (!marked.length) return app.position.at(point) ? this.setup(point, null) : null;
    return app.edit('take marks away', (history) => {
      for (const name of marked) history.set(app.node, name, without(app.node, name, value));
    });
  }

  #mark(name, point) {
    const { app } = this;
    const value = app.position.sgf(point);
    const family = AREAS.includes(name) ? AREAS : SHAPES;
    const had = has(app.node, name, value);
    app.edit('mark', (history) => {
      for (const each of family) history.set(app.node, each, without(app.node, each, value));
      if (!had) history.set(app.node, name, [...(app.node.props.get(name) ?? []), value]);
    });
  }

  /** The first letter or number that no label here has. */
  #nextLabel(kind) {
    const used = new Set((this.app.node.props.get('LB') ?? []).map((value) => value.slice(3)));
    for (let i = 0; ; i++) {
      const text = kind === 'number' ? String(i + 1) : letters(i);
      if (!used.has(text)) return text;
    }
  }

  #label(point, text) {
    const { app } = this;
    const value = app.position.sgf(point);
    const had = has(app.node, 'LB', value);
    app.edit('label', (history) => {
      const rest = without(app.node, 'LB', value);
      history.set(app.node, 'LB', had && (this.tool !== 'label' || !text) ? rest : [...rest, `${value}:${text}`]);
    });
  }

  async #ownLabel(point) {
    const data = await askForm(`Label of ${point}`, [field('One to three characters show best', 'text', { autocomplete: 'off' })], 'Label');
    if (data) this.#label(point, data.get('text').trim());
  }

  /** Dimming is inherited: the node gets the whole list, changed by this point. */
  #dim(point) {
    const { app } = this;
    const { position } = app;
    const points = new Set(position.dim ?? []);
    const i = position.index(point);
    if (!points.delete(i)) points.add(i);
    app.edit('dim points', (history) => {
      history.set(app.node, 'DD', points.size ? [...points].map((j) => position.sgf(position.name(j))) : ['']);
    });
  }

  #pair(from, to) {
    const { app, tool } = this;
    const [a, b] = [app.position.sgf(from), app.position.sgf(to)];
    if (tool === 'VW') {
      // One point twice shows the whole board again.
      return app.edit('show a part', (history) => { history.set(app.node, 'VW', [a === b ? '' : rectangle(a, b)]); });
    }
    if (a === b) return this.show();
    const value = `${a}:${b}`;
    const list = app.node.props.get(tool) ?? [];
    return app.edit(tool === 'AR' ? 'arrow' : 'line', (history) => {
      history.set(app.node, tool, list.includes(value) ? list.filter((each) => each !== value) : [...list, value]);
    });
  }

  /** Lets the other side move here. */
  setTurn() {
    const { app } = this;
    app.edit('side to move', (history) => {
      let { node } = app;
      const color = opposite(app.position.toPlay);
      if (node.color) node = history.add(node, new Node());
      history.set(node, 'PL', [color]);
      return node;
    });
  }

  /** Sets or takes away an annotation; those that exclude each other give way. */
  annotate(name, value = undefined) {
    const { app } = this;
    const rivals = [['BM', 'TE', 'DO', 'IT'], ['GB', 'GW', 'DM', 'UC']].find((list) => list.includes(name)) ?? [name];
    const now = app.node.first(name);
    const next = value === undefined ? (now === undefined ? '1' : null) : value;
    app.edit('annotate', (history) => {
      for (const each of rivals) if (each !== name) history.set(app.node, each, null);
      history.set(app.node, name, next === null ? null : [name === 'DO' || name === 'IT' ? '' : next]);
    });
    app.announce(next === null ? 'Annotation taken away.' : 'Annotated.');
  }

  deleteNode() {
    const { app } = this;
    const { node } = app;
    if (!node.parent) return app.tell('The first node cannot be deleted; close the game instead.');
    app.edit('delete node', (history) => {
      history.remove(node);
      return node.parent;
    });
    return app.announce('Deleted. Ctrl Z brings it back.');
  }

  /** Moves the variation we are in one place up towards the main line. */
  promote() {
    const { app } = this;
    let { node } = app;
    while (node.parent && node.parent.children.indexOf(node) === 0) node = node.parent;
    if (!node.parent) return app.announce('This is the main line.');
    return app.edit('move variation up', (history) => {
      history.reorder(node, node.parent.children.indexOf(node) - 1);
      return app.node;
    });
  }
}

function rectangle(a, b) {
  const [p, q] = [fromSgf(a), fromSgf(b)];
  return `${toSgf(Math.min(p[0], q[0]), Math.min(p[1], q[1]))}:${toSgf(Math.max(p[0], q[0]), Math.max(p[1], q[1]))}`;
}

/** True if a list, label or line of this name touches the point. */
function has(node, name, value) {
  const values = node.props.get(name) ?? [];
  if (name === 'LB') return values.some((each) => each.startsWith(`${value}:`));
  if (name === 'AR' || name === 'LN') return values.some((each) => each.split(':').includes(value));
  return [...listPoints(values)].some((point) => toSgf(...point) === value);
}

/** The values of a property without a point; compressed lists are opened only if they must be. */
function without(node, name, value) {
  const values = node.props.get(name) ?? [];
  if (name === 'LB') return values.filter((each) => !each.startsWith(`${value}:`));
  if (name === 'AR' || name === 'LN') return values.filter((each) => !each.split(':').includes(value));
  return values.flatMap((each) => {
    if (!each.includes(':')) return each === value ? [] : [each];
    const points = [...listPoints([each])].map((point) => toSgf(...point));
    return points.includes(value) ? points.filter((point) => point !== value) : [each];
  });
}

function letters(i) {
  return i < 26 ? String.fromCharCode(65 + i) : i < 52 ? String.fromCharCode(97 + i - 26) : `A${i - 51}`;
}
