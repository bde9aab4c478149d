// What a record says about the game as a whole, shown and edited in a dialog.

import { el } from './dom.js';
import { dialog } from './dialogs.js';

const FIELDS = [
  ['Black', [['PB', 'Name'], ['BR', 'Rank'], ['BT', 'Team']]],
  ['White', [['PW', 'Name'], ['WR', 'Rank'], ['WT', 'Team']]],
  ['Game', [['GN', 'Title'], ['RE', 'Result'], ['KM', 'Komi'], ['HA', 'Handicap'], ['RU', 'Rules'], ['TM', 'Main time in seconds'], ['OT', 'Overtime'], ['ON', 'Opening']]],
  ['Event', [['EV', 'Event'], ['RO', 'Round'], ['DT', 'Date'], ['PC', 'Place']]],
  ['Record', [['US', 'Entered by'], ['AN', 'Annotated by'], ['SO', 'Source'], ['CP', 'Copyright']]],
];
/** Properties the page shows elsewhere or takes care of by itself. */
const KNOWN = new Set([...FIELDS.flatMap(([, list]) => list.map(([name]) => name)), 'GC', 'GM', 'FF', 'CA', 'AP', 'SZ', 'ST',
  'C', 'N', 'AB', 'AW', 'AE', 'PL', 'B', 'W', 'LB', 'TR', 'SQ', 'CR', 'MA', 'SL', 'AR', 'LN', 'DD', 'VW', 'TB', 'TW', 'V', 'HO', 'GB', 'GW', 'DM', 'UC', 'BM', 'TE', 'DO', 'IT']);

/** Opens the dialog; "Keep" writes all changes as one step. */
export function gameInfo(app) {
  const { root } = app.game;
  const input = (name, label) => el('label', { class: 'field' }, el('span', {}, label),
    el('input', { type: 'text', name, value: root.first(name, ''), list: name === 'RU' ? 'rule-names' : null, autocomplete: 'off', autofocus: name === 'PB' }));
  const sets = FIELDS.map(([title, list]) => el('fieldset', {}, el('legend', {}, title), ...list.map(([name, label]) => input(name, label))));
  const notes = el('label', { class: 'field wide' }, el('span', {}, 'Notes on the game'), el('textarea', { name: 'GC', rows: 3 }, root.first('GC', '')));
  const rules = el('datalist', { id: 'rule-names' }, ...['Japanese', 'Chinese', 'AGA', 'NZ', 'Tromp-Taylor', 'GOE'].map((name) => el('option', { value: name })));
  const others = [...root.props].filter(([name]) => !KNOWN.has(name));
  const kept = others.length ? [el('p', { class: 'hint' }, `Also kept in the record: ${others.map(([name, values]) => `${name} ${values.join(', ')}`).join('; ')}`)] : [];
  const form = el('form', { method: 'dialog', class: 'info' }, el('div', { class: 'sets' }, ...sets), notes, rules, ...kept,
    el('div', { class: 'row end' }, el('button', { type: 'submit', class: 'primary' }, 'Keep')));
  form.addEventListener('submit', () => {
    const data = new FormData(form);
    app.edit('game information', (history) => {
      for (const [name, value] of data) {
        const text = value.replace(/\r\n/g, '\n').trim();
        if (text !== root.first(name, '').trim()) history.set(root, name, text ? [text] : null);
      }
      return app.node;
    });
    app.emit('game', app.game);
  });
  dialog('Game information', [form], { className: 'large' });
}
