// The board as a picture to keep: SVG, PNG or PDF, as `tedomari diagram` draws it.

import { ask } from './api.js';
import { askForm, field } from './dialogs.js';
import { el } from './dom.js';
import { fileName, saveAs } from './files.js';

const FORMATS = [
  ['svg', 'SVG: sharp at every size', 'image/svg+xml'],
  ['png', 'PNG: for messages and pages', 'image/png'],
  ['pdf', 'PDF: for printing', 'application/pdf'],
];

/** Asks how, and saves a picture of the position with its marks. */
export async function savePicture(app) {
  let moves = 0;
  for (let node = app.node; node; node = node.parent) if (node.color) moves++;
  const data = await askForm('Save a picture', [
    el('label', { class: 'field' }, el('span', {}, 'Format'),
      el('select', { name: 'format' }, ...FORMATS.map(([value, words]) => el('option', { value }, words)))),
    field('Number the moves from (empty: no numbers)', 'from', { type: 'number', min: 1, max: Math.max(1, moves), disabled: moves === 0 }),
    field('Words under the picture', 'caption', { autocomplete: 'off', maxlength: 200 }),
    el('label', {}, el('input', { type: 'checkbox', name: 'coordinates', checked: app.settings.coordinates }), ' Coordinates'),
  ], 'Save');
  if (!data) return;
  const format = data.get('format');
  const body = { sgf: app.sgfHere(), format, caption: data.get('caption') ?? '', no_coordinates: !data.has('coordinates') };
  if (data.get('from')) body.from = Number(data.get('from'));
  try {
    const answer = await ask('diagram', body);
    const type = FORMATS.find(([value]) => value === format)[2];
    const name = fileName(app.game, 1, format);
    saveAs(name, new Blob([format === 'svg' ? answer.svg : bytes(answer[format])], { type }));
    app.tell(`Saved as ${name}.`);
  } catch (error) {
    app.tell(`No picture was saved: ${error.message}`, 'error');
  }
}

/** The bytes that a text in base 64 stands for. */
function bytes(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}
