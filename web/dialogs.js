// Small questions in dialogs: help, a move number, a point, a board size.

import { byId, el } from './dom.js';
import { pointAt } from './rules.js';
import { pathTo } from './sgf.js';

/** Shows a dialog made of these parts; it is gone when closed. */
export function dialog(title, parts, { className = '' } = {}) {
  const heading = el('h2', { id: 'dialog-title' }, title);
  const close = el('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => box.close() }, '✕');
  const box = el('dialog', { class: className, 'aria-labelledby': 'dialog-title' },
    el('header', {}, heading, close), ...parts);
  box.addEventListener('close', () => box.remove());
  box.addEventListener('click', (event) => { if (event.target === box) box.close(); });
  byId('dialogs').append(box);
  box.showModal();
  return box;
}

/** A dialog with fields; gives the form's data, or null when left. */
export function askForm(title, fields, button) {
  return new Promise((resolve) => {
    const form = el('form', { method: 'dialog', class: 'question' }, ...fields,
      el('div', { class: 'row end' }, el('button', { type: 'submit', class: 'primary' }, button)));
    const box = dialog(title, [form]);
    let data = null;
    form.addEventListener('submit', () => { data = new FormData(form); });
    box.addEventListener('close', () => resolve(data));
    const first = form.querySelector('input, select');
    first?.focus();
    first?.select?.();
  });
}

export function showHelp(app) {
  const mouse = el('section', {}, el('h3', {}, 'Mouse and touch'), el('dl', {},
    el('dt', {}, 'click, tap'), el('dd', {}, 'play, or use the edit tool'),
    el('dt', {}, 'wheel'), el('dd', {}, 'back and forward'),
    el('dt', {}, 'swipe below the board'), el('dd', {}, 'back and forward'),
    el('dt', {}, 'Shift click'), el('dd', {}, 'to the move at this point'),
    el('dt', {}, 'drop, paste'), el('dd', {}, 'open an SGF file or text'),
    el('dt', {}, 'click in the tree'), el('dd', {}, 'to that node')));
  dialog('Keys', [el('div', { class: 'help' }, ...app.commands.help(), mouse)], { className: 'large' });
}

/** Asks for a move number of this line and goes there. */
export async function askMove(app) {
  const data = await askForm('Go to move', [field('Move number', 'move', { inputmode: 'numeric', pattern: '[0-9]+', required: true })], 'Go');
  if (!data) return;
  const wanted = Number(data.get('move'));
  const line = pathTo(app.node);
  for (let at = app.node; at.children.length;) line.push(at = app.game.next(at));
  let count = 0;
  const node = wanted === 0 ? app.game.root : line.find((each) => each.color && ++count === wanted);
  if (node) app.go(node);
  else app.tell(`This line has ${count} moves.`);
}

/** Asks for a point by name and plays or edits there. */
export async function askPointName(app) {
  const data = await askForm('Play at', [field('Point, as Q16, or pass', 'point', { autocomplete: 'off', required: true })], 'Play');
  const text = data?.get('point').trim();
  if (!text) return;
  const { position } = app;
  if (/^pass$/i.test(text)) app.play('pass');
  else if (pointAt(text, position.width, position.height)) app.board.emit('point', text.toUpperCase(), {});
  else app.tell(`${text} is not a point of this board.`);
}

/** Asks for a board size; gives [width, height] or null. */
export async function askSize() {
  const data = await askForm('New game', [
    field('Columns', 'width', { type: 'number', min: 1, max: 25, value: 19, required: true }),
    field('Rows', 'height', { type: 'number', min: 1, max: 25, value: 19, required: true }),
    el('p', { class: 'hint' }, '19 by 19 is the usual board; 1 to 25 are possible.'),
  ], 'Start');
  return data && [Number(data.get('width')), Number(data.get('height'))];
}

export function field(label, name, attributes = {}) {
  return el('label', { class: 'field' }, el('span', {}, label), el('input', { type: 'text', name, ...attributes }));
}
