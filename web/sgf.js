// Game records as trees: what a node is, and the way from SGF text and back.
//
// The server reads files (it knows every character set); the page reads only
// text it wrote itself, text pasted by the user, and variations from the
// server. Properties keep their order and their values, known or not, so that
// saving a record loses nothing.

/** One node of a game record. */
export class Node {
  /** @param {Array<[string, string[]]>} [props] property names and values, in order */
  constructor(props = []) {
    /** @type {Map<string, string[]>} */
    this.props = new Map(props.map(([name, values]) => [name, [...values]]));
    /** @type {Node[]} */
    this.children = [];
    /** @type {Node|null} */
    this.parent = null;
  }

  /** The first value of a property, or `fallback`. */
  first(name, fallback = undefined) {
    const values = this.props.get(name);
    return values && values.length ? values[0] : fallback;
  }

  has(name) { return this.props.has(name); }

  /** The colour that moves here, 'B' or 'W', or null. */
  get color() { return this.props.has('B') ? 'B' : this.props.has('W') ? 'W' : null; }

  /** The move's SGF point ('' is a pass), or null where no move is made. */
  get move() {
    const color = this.color;
    return color ? this.first(color, '') : null;
  }

  get root() {
    let node = this;
    while (node.parent) node = node.parent;
    return node;
  }

  append(child) {
    child.parent = this;
    this.children.push(child);
    return child;
  }
}

/** The nodes from the root to `node`, both included. */
export function pathTo(node) {
  const path = [];
  for (let at = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** The child numbers that lead from the root to `node`. */
export function indexPath(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.push(at.parent.children.indexOf(at));
  return path.reverse();
}

/** The node that `path` (of `indexPath`) leads to, or the last one on the way. */
export function nodeAt(root, path) {
  let node = root;
  for (const index of path) {
    if (!node.children[index]) break;
    node = node.children[index];
  }
  return node;
}

/** All nodes of a tree, parents before children, first variations first. */
export function* nodes(root) {
  const stack = [root];
  while (stack.length) {
    const node = stack.pop();
    yield node;
    for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
  }
}

/**
 * The trees of an answer of `POST /api/tree`. A node's `line` holds the
 * properties of its only-child successors, so that long games nest little.
 */
export function fromJson(tree) {
  return (tree.games ?? []).map((game) => {
    const root = new Node(game.props);
    const waiting = [[game, root]];
    while (waiting.length) {
      const [json, first] = waiting.pop();
      let last = first;
      for (const props of json.line ?? []) last = last.append(new Node(props));
      for (const child of json.children ?? []) {
        waiting.push([child, last.append(new Node(child.props))]);
      }
    }
    return root;
  });
}

/**
 * Reads SGF text leniently: anything before the first `(;` is skipped, lower
 * case in property names is dropped, unknown properties are kept, and what
 * breaks off in the middle is closed.
 * @returns {Node[]} the games found; none if there is no game in the text
 */
export function parse(text) {
  const games = [];
  const start = text.search(/\(\s*;/);
  if (start < 0) return games;
  const stack = [];
  let node = null;
  let at = start;
  while (at < text.length) {
    const sign = text[at];
    if (sign === '(') {
      stack.push(node);
      at++;
    } else if (sign === ')') {
      node = stack.pop() ?? null;
      at++;
    } else if (sign === ';') {
      const next = new Node();
      if (node) node.append(next);
      else games.push(next);
      node = next;
      at++;
    } else if (node && /[A-Za-z]/.test(sign)) {
      at = readProperty(text, at, node);
    } else {
      at++;
    }
  }
  return games;
}

/** Reads `AB[aa][bb]` at `at` into `node`; returns the place behind it. */
function readProperty(text, at, node) {
  let name = '';
  while (at < text.length && /[A-Za-z0-9]/.test(text[at])) {
    if (!/[a-z]/.test(text[at])) name += text[at];
    at++;
  }
  const values = [];
  for (;;) {
    let open = at;
    while (/\s/.test(text[open] ?? '')) open++;
    if (text[open] !== '[') break;
    let end = open + 1;
    while (end < text.length && text[end] !== ']') end += text[end] === '\\' ? 2 : 1;
    values.push(unescape(text.slice(open + 1, end)));
    at = end + 1;
  }
  if (name && values.length) {
    const known = node.props.get(name);
    if (known) known.push(...values);
    else node.props.set(name, values);
  }
  return at;
}

/** A backslash takes the next sign as it is, and joins two lines. */
function unescape(text) {
  return text.replace(/\r\n?|\n\r/g, '\n').replace(/\\(\n|[^])?/g, (_, sign) => (!sign || sign === '\n' ? '' : sign));
}

function escape(value) {
  return value.replace(/[\\\]]/g, '\\$&');
}

function writeProps(props) {
  let text = ';';
  for (const [name, values] of props) {
    text += name + values.map((value) => `[${escape(value)}]`).join('');
  }
  return text;
}

/** The root's properties with the character set we write. */
function rootProps(root) {
  const props = new Map(root.props);
  const head = new Map();
  head.set('GM', props.get('GM') ?? ['1']);
  head.set('FF', ['4']);
  head.set('CA', ['UTF-8']);
  for (const [name, values] of props) if (!head.has(name)) head.set(name, values);
  return head;
}

/** SGF text of a whole tree, every property kept. */
export function write(root) {
  const parts = ['('];
  // Work in reverse order on a stack: strings are written, nodes are opened.
  const stack = [root];
  while (stack.length) {
    const item = stack.pop();
    if (typeof item === 'string') {
      parts.push(item);
      continue;
    }
    parts.push(writeProps(item === root ? rootProps(root) : item.props), '\n');
    if (item.children.length === 1) {
      stack.push(item.children[0]);
    } else {
      for (let i = item.children.length - 1; i >= 0; i--) stack.push(')\n', item.children[i], '(');
    }
  }
  parts.push(')\n');
  return parts.join('');
}

/** SGF text of only the line from the root to `node`: what questions to the server carry. */
export function lineTo(node) {
  const path = pathTo(node);
  return `(${path.map((step, i) => writeProps(i === 0 ? rootProps(step) : step.props)).join('\n')})\n`;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The SGF letters of column `x`, row `y` (both from the top left, from 0). */
export function toSgf(x, y) { return LETTERS[x] + LETTERS[y]; }

/** Column and row of SGF letters, or null for a pass or nonsense. */
export function fromSgf(text) {
  if (!text || text.length !== 2) return null;
  const x = LETTERS.indexOf(text[0]);
  const y = LETTERS.indexOf(text[1]);
  return x < 0 || y < 0 ? null : [x, y];
}

/** The points of a list of values in which `aa:cc` stands for a rectangle. */
export function* listPoints(values) {
  for (const value of values ?? []) {
    const [from, to] = value.split(':');
    const a = fromSgf(from);
    const b = to === undefined ? a : fromSgf(to);
    if (!a || !b) continue;
    for (let y = Math.min(a[1], b[1]); y <= Math.max(a[1], b[1]); y++) {
      for (let x = Math.min(a[0], b[0]); x <= Math.max(a[0], b[0]); x++) yield [x, y];
    }
  }
}

/** Width and height of the board of a root node: `SZ[19]`, `SZ[9:13]`, 1 to 25. */
export function boardSize(root) {
  const [w, h] = String(root.first('SZ', '19')).split(':').map((part) => Number.parseInt(part, 10));
  const bound = (n) => (n >= 1 && n <= 25 ? n : 19);
  return [bound(w), bound(h === undefined ? w : h)];
}
