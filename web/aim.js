// Aiming with a finger: on a board whose points are smaller than a finger the
// first tap shows where a stone would go, arrows move it, and a second tap on
// the same point, or the button, plays there.

import { byId, el } from './dom.js';
import { pointName } from './rules.js';

/** Starts listening for fingers. */
export function listenForAims(app) {
  const { board } = app;
  const bar = byId('aim');
  let aimed = null;

  const word = () => (app.asking ? 'Choose' : app.editor.active ? 'Edit' : 'Play');
  const show = (name) => {
    aimed = name;
    bar.hidden = !name;
    board.aim(name, !name || app.asking ? null : app.editor.active ? app.editor.ghostColor() : app.position.toPlay);
    if (!name) return;
    play.textContent = `${word()} ${name}`;
    app.announce(`${name}. Tap again to ${word().toLowerCase()}.`);
  };
  const use = () => {
    const name = aimed;
    show(null);
    board.emit('point', name, {});
  };
  const step = (dx, dy) => () => {
    const i = board.index(aimed);
    const x = Math.min(board.width - 1, Math.max(0, (i % board.width) + dx));
    const y = Math.min(board.height - 1, Math.max(0, Math.floor(i / board.width) + dy));
    show(pointName(x, y, board.height));
  };

  const button = (words, label, run) => el('button', { type: 'button', 'aria-label': label, onclick: run }, words);
  const play = el('button', { type: 'button', class: 'primary', onclick: use });
  bar.append(button('◀', 'Aim left', step(-1, 0)), button('▲', 'Aim up', step(0, -1)), play,
    button('▼', 'Aim down', step(0, 1)), button('▶', 'Aim right', step(1, 0)), button('✕', 'Do not play', () => show(null)));

  board.on('aim', (name) => {
    if (name === aimed) use();
    else show(name);
  });
  // Another position, another point: nothing is aimed at any more.
  const forget = () => { if (aimed) show(null); };
  app.on('position', forget);
  app.on('stop', forget);
  board.on('point', forget);
}
