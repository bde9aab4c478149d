// Changes to a record that can be taken back and done again.
//
// Every edit goes through the few primitive changes here; each remembers how
// to undo itself. What belongs to one action of the user is one step; letters
// typed into the same field in one go are one step too.

import { forget } from './rules.js';

const MERGE_MS = 1500;

export class History {
  constructor() {
    this.done = [];
    this.undone = [];
    this.open = null;
    /** Counts changes of the tree's shape, so that views know when to lay out anew. */
    this.shape = 0;
  }

  /**
   * Runs `edit(this)` as one step.
   * @param {string} label what the step is called, "delete node"
   * @param {object} options `node` before the edit, `merge` key for typing
   */
  step(label, edit, { node = null, merge = null } = {}) {
    const last = this.done.at(-1);
    const now = performance.now();
    const joined = merge && last?.merge === merge && last.label === label && now - last.time < MERGE_MS && !this.undone.length;
    const group = joined ? last : { label, changes: [], before: node, after: null, merge };
    group.time = now;
    this.open = group;
    try {
      group.after = edit(this) ?? group.after ?? node;
    } finally {
      this.open = null;
    }
    if (!group.changes.length) return group.after;
    if (!joined) this.done.push(group);
    if (this.done.length > 1000) this.done.shift();
    this.undone = [];
    return group.after;
  }

  /** Takes the last step back; returns the step, or null. */
  undo() {
    const group = this.done.pop();
    if (!group) return null;
    for (const change of [...group.changes].reverse()) change.undo();
    this.undone.push(group);
    group.merge = null;
    return group;
  }

  redo() {
    const group = this.undone.pop();
    if (!group) return null;
    for (const change of group.changes) change.redo();
    this.done.push(group);
    return group;
  }

  #record(redo, undo) {
    redo();
    this.open?.changes.push({ redo, undo });
  }

  /** Sets the values of a property; none or an empty list takes it away. */
  set(node, name, values) {
    const before = node.props.get(name);
    const order = [...node.props.keys()];
    const after = values?.length ? [...values] : null;
    if (!before && !after) return;
    if (before && after && before.length === after.length && before.every((value, i) => value === after[i])) return;
    this.#record(() => {
      if (after) node.props.set(name, after);
      else node.props.delete(name);
      forget(node);
    }, () => {
      if (before) node.props.set(name, before);
      else node.props.delete(name);
      // A property that comes back comes back to its place.
      if (before && !after) restoreOrder(node, order);
      forget(node);
    });
  }

  /** Adds a child at `index`, by default last. */
  add(parent, child, index = parent.children.length) {
    this.#record(() => {
      child.parent = parent;
      parent.children.splice(index, 0, child);
      this.shape++;
    }, () => {
      parent.children.splice(parent.children.indexOf(child), 1);
      this.shape++;
    });
    return child;
  }

  /** Cuts a node and all below it from its parent. */
  remove(node) {
    const { parent } = node;
    const index = parent.children.indexOf(node);
    this.#record(() => {
      parent.children.splice(parent.children.indexOf(node), 1);
      this.shape++;
    }, () => {
      parent.children.splice(index, 0, node);
      this.shape++;
    });
  }

  /** Moves a node among its siblings. */
  reorder(node, index) {
    const list = node.parent.children;
    const from = list.indexOf(node);
    if (from === index) return;
    const put = (to) => {
      list.splice(list.indexOf(node), 1);
      list.splice(to, 0, node);
      this.shape++;
    };
    this.#record(() => put(index), () => put(from));
  }

  /** A change of the whole tree that has an inverse: turning, mirroring, swapping. */
  whole(root, forwards, backwards) {
    const run = (fn) => () => {
      fn(root);
      forget(root);
    };
    this.#record(run(forwards), run(backwards));
  }
}

function restoreOrder(node, order) {
  const entries = new Map(node.props);
  node.props.clear();
  for (const name of order) {
    if (entries.has(name)) node.props.set(name, entries.get(name));
    entries.delete(name);
  }
  for (const [name, values] of entries) node.props.set(name, values);
}
