// The game tree as a picture. Nodes lie on a grid: one step per move, one lane
// per variation. Only what can be seen is drawn, so that a thousand nodes cost
// no more than fifty.

import { svg, el } from './dom.js';

const STEP = 26;
const RADIUS = 8;

export class TreeView {
  constructor(app, holder) {
    this.app = app;
    this.holder = holder;
    this.layoutOf = null;
    this.space = el('div', { class: 'tree-space' });
    this.picture = svg('svg', { class: 'tree-picture', 'aria-hidden': 'true' });
    this.space.append(this.picture);
    holder.append(this.space);
    // Size and scroll are noted when they change: asking for them would make the
    // browser lay the page out at every key.
    this.view = { left: 0, top: 0, width: 0, height: 0 };
    holder.addEventListener('scroll', () => {
      if (this.view.left === holder.scrollLeft && this.view.top === holder.scrollTop) return;
      Object.assign(this.view, { left: holder.scrollLeft, top: holder.scrollTop });
      this.#later();
    }, { passive: true });
    new ResizeObserver(([{ contentRect }]) => {
      Object.assign(this.view, { width: contentRect.width, height: contentRect.height });
      this.#later(true);
    }).observe(holder);
    this.picture.addEventListener('click', (event) => {
      const node = this.#nodeAt(event);
      if (node) app.go(node);
    });
  }

  /** Lays out if the shape changed, brings the current node into sight, draws. */
  show() {
    const { game, settings } = this.app;
    const key = [game.id, game.history.shape, settings.treeDown].join();
    if (this.layoutOf !== key || this.root !== game.root) {
      this.layoutOf = key;
      this.root = game.root;
      this.layout = layOut(game.root);
      const along = this.layout.columns.length * STEP + STEP;
      const across = this.layout.lanes * STEP + STEP;
      this.space.style.width = `${settings.treeDown ? across : along}px`;
      this.space.style.height = `${settings.treeDown ? along : across}px`;
      this.extent = settings.treeDown ? [across, along] : [along, across];
    }
    this.#later(true);
  }

  #later(reveal = false) {
    this.reveal ||= reveal;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.reveal) this.#reveal();
      this.reveal = false;
      this.#draw();
    });
  }

  #xy(place) {
    const along = place.depth * STEP + STEP;
    const across = place.lane * STEP + STEP;
    return this.app.settings.treeDown ? [across, along] : [along, across];
  }

  /** Scrolls so far that the current node is in sight with some room around it. */
  #reveal() {
    const place = this.layout?.places.get(this.app.node);
    if (!place) return;
    const { holder, view, extent } = this;
    const [x, y] = this.#xy(place);
    const keep = (from, size, at, whole) => {
      const edge = Math.min(STEP * 2, size / 3);
      const to = at < from + edge || at > from + size - edge ? at - size / 2 : from;
      return Math.round(Math.max(0, Math.min(to, whole - size)));
    };
    const left = keep(view.left, view.width, x, extent[0]);
    const top = keep(view.top, view.height, y, extent[1]);
    if (left !== view.left) holder.scrollLeft = view.left = left;
    if (top !== view.top) holder.scrollTop = view.top = top;
  }

  #draw() {
    const { layout, app } = this;
    if (!layout) return;
    const { left, top, width, height } = this.view;
    for (const [name, value] of [['width', width], ['height', height], ['viewBox', `${left} ${top} ${width} ${height}`]]) {
      this.picture.setAttribute(name, value);
    }
    this.picture.style.transform = `translate(${left}px, ${top}px)`;
    const down = app.settings.treeDown;
    const [from, until] = down ? [top, top + height] : [left, left + width];
    const [laneFrom, laneUntil] = down ? [left, left + width] : [top, top + height];
    const onPath = new Set();
    for (let at = app.node; at; at = at.parent) onPath.add(at);
    let links = '';
    let pathLinks = '';
    const parts = [];
    const first = Math.max(0, Math.floor(from / STEP) - 2);
    const last = Math.min(layout.columns.length - 1, Math.ceil(until / STEP) + 1);
    const [laneFirst, laneLast] = [Math.floor(laneFrom / STEP) - 2, Math.ceil(laneUntil / STEP) + 1];
    for (let depth = first; depth <= last; depth++) {
      for (const place of layout.columns[depth]) {
        const above = place.parent ? place.parent.lane : place.lane;
        if (place.lane < laneFirst || above > laneLast) continue;
        if (place.parent) {
          const link = this.#link(place);
          if (onPath.has(place.node)) pathLinks += link;
          else links += link;
        }
        if (place.lane <= laneLast) parts.push(...this.#node(place));
      }
    }
    this.picture.replaceChildren(
      svg('path', { d: links, class: 'tree-link' }), svg('path', { d: pathLinks, class: 'tree-link on-path' }), ...parts);
  }

  /** Along the parent's lane is no step; a variation leaves downwards, then slants. */
  #link(place) {
    const [x, y] = this.#xy(place);
    const [px, py] = this.#xy(place.parent);
    if (place.lane === place.parent.lane) return `M${px} ${py}L${x} ${y}`;
    const [bx, by] = this.app.settings.treeDown ? [x - STEP, py] : [px, y - STEP];
    return `M${px} ${py}L${bx} ${by}L${x} ${y}`;
  }

  #node({ node, depth, lane }) {
    const [x, y] = this.#xy({ depth, lane });
    const current = node === this.app.node;
    const parts = [];
    if (current) parts.push(svg('rect', { x: x - 12, y: y - 12, width: 24, height: 24, rx: 6, class: 'tree-current' }));
    if (node.color) {
      parts.push(svg('circle', { cx: x, cy: y, r: RADIUS, class: node.color === 'B' ? 'tree-black' : 'tree-white' }));
      if (node.move === '') parts.push(svg('path', { d: `M${x - 4} ${y}h8`, class: `tree-sign ${node.color === 'B' ? 'on-black' : 'on-white'}` }));
    } else {
      parts.push(svg('path', { d: `M${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}L${x - 7} ${y}Z`, class: 'tree-setup' }));
    }
    if (node.has('C')) parts.push(svg('rect', { x: x + 3.5, y: y - 10.5, width: 7, height: 6, rx: 1.5, class: 'tree-comment' }));
    const sign = node.has('TE') ? '!' : node.has('BM') ? '✕' : node.has('DO') ? '?' : node.has('HO') ? '✱' : null;
    if (sign) parts.push(svg('text', { x, y: y + 0.5, class: `tree-text ${node.color === 'B' ? 'on-black' : 'on-white'}` }, sign));
    return parts;
  }

  #nodeAt(event) {
    const box = this.holder.getBoundingClientRect();
    const x = event.clientX - box.left + this.holder.scrollLeft;
    const y = event.clientY - box.top + this.holder.scrollTop;
    const [along, across] = this.app.settings.treeDown ? [y, x] : [x, y];
    const depth = Math.round(along / STEP) - 1;
    const lane = Math.round(across / STEP) - 1;
    return this.layout.columns[depth]?.find((place) => place.lane === lane)?.node;
  }
}

/**
 * Gives every node a depth and a lane. The first child keeps its parent's lane;
 * every other line takes the first lane below that is free along its length.
 */
export function layOut(root) {
  const places = new Map();
  const columns = [];
  /** The lowest lane taken at each depth. */
  const taken = [];
  const lines = [{ start: root, parent: null, depth: 0 }];
  while (lines.length) {
    const { start, parent, depth } = lines.pop();
    const line = [];
    for (let node = start; node; [node] = node.children) line.push(node);
    let lane = parent ? parent.lane + 1 : 0;
    // The slanting link starts one step before the line.
    for (let d = Math.max(0, depth - 1); d < depth + line.length; d++) {
      const free = (taken[d] ?? -1) + 1;
      if (d >= depth) lane = Math.max(lane, free);
      else if (parent) lane = Math.max(lane, free);
    }
    let before = parent;
    line.forEach((node, k) => {
      const place = { node, depth: depth + k, lane, parent: before };
      places.set(node, place);
      (columns[depth + k] ??= []).push(place);
      taken[depth + k] = Math.max(taken[depth + k] ?? -1, lane);
      before = place;
    });
    // The room the link passes through is taken as well, down to the last lane before the node.
    if (parent) taken[depth - 1] = Math.max(taken[depth - 1], lane - 1);
    // Late forks lie nearest to their line, so they come first off the stack.
    line.forEach((node, k) => {
      for (let i = node.children.length - 1; i >= 1; i--) lines.push({ start: node.children[i], parent: places.get(node), depth: depth + k + 1 });
    });
  }
  return { places, columns, lanes: Math.max(0, ...taken) + 1 };
}
