// The games that are open, kept over a reload.
//
// Every game is a record in IndexedDB under its own number, written shortly
// after each change. What is not yet written when the page goes away is put
// into localStorage at once (the only store that writes before the page is
// gone) and taken from there on return. Windows of one browser share the games:
// each tells the others what it wrote, and they take it over. So nothing is lost.

import { History } from './history.js';
import { Node, indexPath, nodeAt, parse, write } from './sgf.js';

const DATABASE = 'tedomari';
const STORE = 'games';
const RESCUE = 'tedomari.rescue';
const CURRENT = 'tedomari.current';
const DELAY_MS = 200;

/** One open game. */
export class Game {
  /** @param {Node} root */
  constructor(root, { id = newId(), name = '', file = id, rules = null } = {}) {
    this.id = id;
    this.root = root;
    this.node = root;
    this.name = name;
    /** Games of one file share this; they are saved together. */
    this.file = file;
    this.rules = rules;
    this.history = new History();
    /** True when there are edits that were not saved to a file. */
    this.changed = false;
    this.preferred = new WeakMap();
  }

  /** Makes `node` the current one and remembers the way to it. */
  visit(node) {
    this.node = node;
    for (let at = node; at.parent; at = at.parent) this.preferred.set(at.parent, at);
  }

  /** The child that forward goes to: the one visited last, or the first. */
  next(node) {
    const child = this.preferred.get(node);
    return node.children.includes(child) ? child : node.children[0];
  }

  /** What lists call the game. */
  get title() {
    const { root } = this;
    if (root.first('GN')) return root.first('GN');
    if (root.has('PB') || root.has('PW')) return `${root.first('PB', 'Black')} – ${root.first('PW', 'White')}`;
    return this.name || 'Untitled';
  }

  toRecord(order) {
    return {
      id: this.id, name: this.name, file: this.file, rules: this.rules, changed: this.changed, order,
      sgf: write(this.root), path: indexPath(this.node),
    };
  }

  static fromRecord(record) {
    const root = parse(record.sgf)[0] ?? new Node();
    const game = new Game(root, record);
    game.changed = Boolean(record.changed);
    game.visit(nodeAt(root, record.path ?? []));
    return game;
  }
}

function newId() { return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`; }

export class Games {
  constructor(app) {
    this.app = app;
    /** @type {Game[]} */
    this.games = [];
    /** @type {Game} */
    this.current = null;
    this.dirty = new Set();
    this.closed = new Set();
    this.timer = null;
    this.channel = new BroadcastChannel(DATABASE);
    this.channel.onmessage = ({ data }) => this.#takeOver(data);
    addEventListener('pagehide', () => this.#rescue());
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.flush(); });
  }

  /** An empty game with a board of this size. */
  fresh(width = 19, height = width, props = []) {
    const size = width === height ? String(width) : `${width}:${height}`;
    return new Game(new Node([['GM', ['1']], ['FF', ['4']], ['CA', ['UTF-8']], ['AP', ['Tedomari']], ['SZ', [size]], ...props]));
  }

  /** Opens games, the first of them to be shown. */
  add(...games) {
    this.games.push(...games);
    for (const game of games) this.touch(game);
    if (games.length) this.app.open(games[0]);
  }

  /** Closes a game. The page always has one: the last one gives way to an empty board. */
  close(game) {
    const at = this.games.indexOf(game);
    this.games.splice(at, 1);
    this.dirty.delete(game);
    this.closed.add(game.id);
    this.touch();
    if (!this.games.length) this.add(this.fresh());
    else if (this.current === game) this.app.open(this.games[Math.min(at, this.games.length - 1)]);
    else this.app.emit('game', this.current);
    return at;
  }

  /** Opens a closed game again at its old place. */
  reopen(game, at) {
    this.closed.delete(game.id);
    this.games.splice(at, 0, game);
    this.touch(game);
    this.app.open(game);
  }

  /** Notes that a game, or which one is shown, is to be kept soon. */
  touch(game) {
    if (game) this.dirty.add(game);
    document.documentElement.dataset.kept = 'false';
    this.timer ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  /** Writes what is to be kept. */
  async flush() {
    clearTimeout(this.timer);
    this.timer = null;
    const dirty = [...this.dirty];
    const closed = [...this.closed];
    const records = dirty.map((game) => game.toRecord(this.games.indexOf(game)));
    keepCurrent(this.current);
    try {
      await this.#transaction('readwrite', (store) => {
        for (const record of records) store.put(record);
        for (const id of closed) store.delete(id);
      });
    } catch (error) {
      console.error('could not keep the games', error);
      this.#rescue();
      return;
    }
    for (const game of dirty) if (!this.timer) this.dirty.delete(game);
    for (const id of closed) this.closed.delete(id);
    this.channel.postMessage(records);
    if (!this.dirty.size) {
      localStorage.removeItem(RESCUE);
      document.documentElement.dataset.kept = 'true';
    }
  }

  /** Brings back what was open. */
  async restore() {
    let records = [];
    try {
      records = await this.#transaction('readonly', (store) => store.getAll());
    } catch (error) {
      console.error('could not read the kept games', error);
    }
    const byId = new Map(records.map((record) => [record.id, record]));
    const rescue = readRescue();
    for (const record of rescue.records) byId.set(record.id, record);
    for (const id of rescue.closed) byId.delete(id);
    const kept = [...byId.values()].sort((a, b) => a.order - b.order);
    this.games = kept.map(Game.fromRecord);
    const id = sessionStorage.getItem(CURRENT) ?? localStorage.getItem(CURRENT);
    this.current = this.games.find((game) => game.id === id) ?? this.games[0] ?? null;
    if (rescue.records.length || rescue.closed.length) {
      for (const game of this.games) this.dirty.add(game);
      for (const gone of rescue.closed) this.closed.add(gone);
      this.touch();
    } else {
      document.documentElement.dataset.kept = 'true';
    }
  }

  /** Another window has written these games: what it has is newer than what is here. */
  #takeOver(records) {
    for (const record of records) {
      const game = this.games.find((each) => each.id === record.id);
      if (!game || this.dirty.has(game) || write(game.root) === record.sgf) continue;
      const path = indexPath(game.node);
      game.root = parse(record.sgf)[0];
      game.history = new History();
      game.changed = record.changed;
      game.visit(nodeAt(game.root, path));
      if (game === this.current) this.app.open(game);
    }
  }

  /** Puts what is not yet written where it survives the end of the page. */
  #rescue() {
    keepCurrent(this.current);
    if (!this.dirty.size && !this.closed.size) return;
    const records = [...this.dirty].map((game) => game.toRecord(this.games.indexOf(game)));
    try {
      localStorage.setItem(RESCUE, JSON.stringify({ records, closed: [...this.closed] }));
    } catch (error) {
      console.error('could not rescue the games', error);
    }
  }

  async #transaction(mode, work) {
    this.database ??= await openDatabase();
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  }
}

function keepCurrent(game) {
  if (!game) return;
  try {
    sessionStorage.setItem(CURRENT, game.id);
    localStorage.setItem(CURRENT, game.id);
  } catch {
    // Which game was shown is a comfort, not a loss.
  }
}

function readRescue() {
  try {
    const { records = [], closed = [] } = JSON.parse(localStorage.getItem(RESCUE) ?? '{}');
    return { records, closed };
  } catch {
    return { records: [], closed: [] };
  }
}

function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
