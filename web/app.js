// The page as a whole: the games that are open, the node that is shown, and
// what panels may ask of them. Everything visible follows from here: an action
// changes the game or the node, `show` draws, and listeners hear of it.

import { BoardView } from './board.js';
import { marksOf } from './marks.js';
import { titlesAt } from './overlay.js';
import { Emitter } from './events.js';
import { Games } from './games.js';
import { settings } from './settings.js';
import { Panels } from './sidebar.js';
import { Commands } from './keys.js';
import { addCommands } from './commands.js';
import { Editor } from './editor.js';
import { TreeView } from './tree.js';
import { NodeView } from './comment.js';
import { Status } from './status.js';
import { listenForFiles } from './files.js';
import { listenForGestures } from './gestures.js';
import { listenForAims } from './aim.js';
import { wireHeader } from './header.js';
import { welcome, welcomeCard } from './welcome.js';
import { byId } from './dom.js';
import { colorWord, replay, whyIllegal } from './rules.js';
import { Node, lineTo, parse } from './sgf.js';

/** Rules under which a move may take one's own stones. */
const SUICIDE = new Set(['new-zealand', 'tromp-taylor', 'ing']);
/** Names of rules as records spell them, and as the program does. */
const RULES = [[/^(jap|jp|nihon|日本)/i, 'japanese'], [/^(chin|cn|中)/i, 'chinese'], [/^(aga|bga|ffg|french|brit)/i, 'aga'],
  [/^(nz|new)/i, 'new-zealand'], [/^tromp/i, 'tromp-taylor'], [/^(ing|goe)/i, 'ing'], [/^stone/i, 'stone-scoring']];

export class App extends Emitter {
  constructor() {
    super();
    this.settings = settings((name) => this.#setting(name));
    this.board = new BoardView(byId('board'));
    this.store = new Games(this);
    this.commands = new Commands(this);
    this.panels = new Panels(this, byId('panels'));
    this.editor = new Editor(this);
    this.tree = new TreeView(this, byId('tree'));
    this.nodeView = new NodeView(this);
    this.status = new Status(this);
    this.asking = null;
  }

  /** Opens what was open, draws it, then brings in the panels. */
  async start() {
    this.#applySettings();
    addCommands(this);
    await this.store.restore();
    if (!this.games.length) await welcome(this);
    this.board.on('point', (point, keys) => this.#pointed(point, keys));
    this.board.on('drag', (from, to) => this.editor.drag(from, to));
    this.board.on('hover', (point) => this.#hovered(point));
    listenForFiles(this);
    listenForGestures(this);
    listenForAims(this);
    wireHeader(this);
    welcomeCard(this);
    this.show();
    await this.panels.load();
    document.documentElement.dataset.ready = 'true';
  }

  /** The games that are open, and the one that is shown. */
  get games() { return this.store.games; }
  get game() { return this.store.current; }
  get node() { return this.game.node; }
  get position() { return replay(this.node); }

  /** SGF text of the line from the root to here: what questions carry. */
  sgfHere() { return lineTo(this.node); }

  /** The rules questions are asked under: chosen here, or the record's, or Japanese. */
  rules() {
    if (this.game.rules) return this.game.rules;
    const text = this.game.root.first('RU', '');
    return RULES.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? 'japanese';
  }

  setRules(name) {
    this.game.rules = name;
    this.store.touch(this.game);
    this.emit('rules', name);
    this.emit('position', this.node);
  }

  /** Shows another game. */
  open(game) {
    this.store.current = game;
    this.store.touch();
    this.emit('game', game);
    this.show();
  }

  /** Goes to a node of the current game. */
  go(node) {
    if (!node || node === this.node) return;
    this.game.visit(node);
    this.store.touch(this.game);
    this.show();
  }

  back(steps = 1) {
    let node = this.node;
    while (steps-- > 0 && node.parent) node = node.parent;
    this.go(node);
  }

  forward(steps = 1) {
    let node = this.node;
    while (steps-- > 0 && node.children.length) node = this.game.next(node);
    this.go(node);
  }

  /**
   * Plays at a point ('Q16' or 'pass'), following the record where it has the
   * move already. Returns the node, or null with the reason told.
   */
  play(point, color = this.position.toPlay) {
    const name = /^pass$/i.test(point) ? 'pass' : point.toUpperCase();
    const why = whyIllegal(this.position, name, color, SUICIDE.has(this.rules()));
    if (why) {
      this.tell(why[0].toUpperCase() + why.slice(1) + '.');
      return null;
    }
    const value = name === 'pass' ? '' : this.position.sgf(name);
    const isPass = (child) => child.move === '' || (child.move === 'tt' && this.position.width <= 19 && this.position.height <= 19);
    const known = this.node.children.find((child) => child.color === color && (value ? child.move === value : isPass(child)));
    if (known) {
      this.go(known);
      return known;
    }
    return this.edit(`${colorWord(color)} ${name}`, (history) => history.add(this.node, new Node([[color, [value]]])));
  }

  /**
   * Changes the record as one step that can be undone; the node that `change`
   * returns is shown next.
   */
  edit(label, change, { merge = null } = {}) {
    const after = this.game.history.step(label, change, { node: this.node, merge });
    this.game.visit(after);
    this.#edited();
    return after;
  }

  undo() { this.#unstep(this.game.history.undo(), 'before', 'Undone'); }
  redo() { this.#unstep(this.game.history.redo(), 'after', 'Redone'); }

  #unstep(group, side, word) {
    if (!group) {
      this.tell(word === 'Undone' ? 'Nothing to undo.' : 'Nothing to redo.');
      return;
    }
    if (group[side]) this.game.visit(group[side]);
    this.#edited();
    this.announce(`${word}: ${group.label}.`);
  }

  #edited() {
    this.game.changed = true;
    this.store.touch(this.game, true);
    this.emit('edit', this.node);
    this.show();
  }

  /**
   * Adds the tree of an SGF text (its root's setup left out, as it is the
   * position here) as variations under the current node. Moves the record has
   * already are not added twice; what follows them is joined to them.
   * @returns {Node|null} its first node
   */
  attach(text, name) {
    const root = parse(text)[0];
    const children = root ? variationsOf(root) : [];
    if (!children.length) {
      this.tell('There is no variation to add.');
      return null;
    }
    const here = this.node;
    let first = null;
    this.edit(`add ${name ?? 'variation'}`, (history) => {
      for (const child of children) {
        const node = join(history, here, child);
        first ??= node;
      }
      if (name && !first.has('N')) history.set(first, 'N', [name]);
      return here;
    });
    return first;
  }

  /** Draws everything for the current node and tells the others. */
  show() {
    const { position } = this;
    this.board.draw(position, marksOf(this.node, position, {
      numbers: this.settings.numbers,
      variations: this.settings.variations && !(Number(this.game.root.first('ST', 0)) & 2),
    }));
    this.status.show();
    this.tree.show();
    this.nodeView.show();
    this.editor.show();
    this.emit('position', this.node);
  }

  /** Says something to screen readers only. */
  announce(text) { this.status.announce(text); }

  /** Says something to everybody: a short message that goes away. */
  tell(text, kind = 'note') { this.status.tell(text, kind); }

  /** Asks the user for a point; gives its name, or null when the user gives up. */
  askPoint(text = 'Choose a point.') {
    this.asking?.done(null);
    return new Promise((resolve) => {
      this.asking = {
        done: (point) => {
          this.asking = null;
          this.status.ask(null);
          resolve(point);
        },
      };
      this.status.ask(text, () => this.asking?.done(null));
    });
  }

  addPanel(panel) { this.panels.add(panel); }

  /** Shows a panel; `run` also starts what its key starts. */
  showPanel(id, { run = false } = {}) { return this.panels.open(id, run); }

  /** Gives the page a command with keys: `{id, title, group, keys: ['Shift+N'], run(app)}`. */
  addCommand(command) { this.commands.add(command); }

  #pointed(point, keys) {
    if (this.asking) {
      this.emit('point', point);
      this.asking?.done(point);
    } else if (this.editor.active) {
      this.editor.use(point, keys);
    } else if (keys.shift || keys.ctrl) {
      this.#goToMoveAt(point);
    } else {
      this.play(point);
    }
  }

  /** Shift-click: to the move that was played at this point. */
  #goToMoveAt(point) {
    const value = this.position.sgf(point);
    for (let node = this.node; node; node = node.parent) if (node.move === value) return this.go(node);
    for (let node = this.node; node; node = node.children[0]) if (node.move === value) return this.go(node);
    return this.tell(`No move at ${point} in this line.`);
  }

  #hovered(point) {
    this.board.ghost(this.asking ? null : point, this.editor.active ? this.editor.ghostColor() : this.position.toPlay);
    this.status.hover(point, point ? titlesAt(this.board, point) : []);
    this.emit('hover', point);
  }

  #setting(name) {
    this.#applySettings();
    if (this.game) this.show();
    this.emit('settings', name);
  }

  #applySettings() {
    const root = document.documentElement;
    root.dataset.theme = this.settings.theme;
    root.dataset.board = this.settings.board;
    this.board.setCoordinates(this.settings.coordinates);
  }
}

/** The variations of an attached tree; what its root says goes with the first. */
function variationsOf(root) {
  if (root.color) return [root];
  const [first] = root.children;
  if (first && root.has('C')) first.props.set('C', [[root.first('C'), first.first('C')].filter(Boolean).join('\n')]);
  return [...root.children];
}

/** Puts `node` with all below it under `parent`, into the same move if that is there. */
function join(history, parent, node) {
  const same = parent.children.find((child) => child.color && child.color === node.color && child.move === node.move);
  if (!same) {
    node.parent = null;
    return history.add(parent, node);
  }
  for (const [name, values] of node.props) if (!same.has(name)) history.set(same, name, values);
  for (const child of [...node.children]) join(history, same, child);
  return same;
}

const app = new App();
// For the console and the tests.
window.tedomari = app;
app.start().catch((error) => {
  console.error(error);
  app.tell(`The page could not start: ${error.message}`, 'error');
});
