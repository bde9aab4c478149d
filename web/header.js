// The bar at the top and the buttons below the board: the same commands as the
// keys, for the mouse and the finger; and the list of open games.

import { byId, el } from './dom.js';
import { shown } from './keys.js';

/** Wires all buttons with `data-command`, the list of games and the view menu. */
export function wireHeader(app) {
  for (const button of document.querySelectorAll('[data-command]')) {
    const command = app.commands.list.find((each) => each.id === button.dataset.command);
    if (!command) continue;
    button.addEventListener('click', () => {
      command.run(app);
      button.closest('details')?.removeAttribute('open');
    });
    const keys = command.keys.length ? ` (${command.keys.slice(0, 1).map(shown).join()})` : '';
    button.title = (button.title || command.title) + keys;
  }
  const list = byId('games');
  list.addEventListener('change', () => {
    const game = app.games.find((each) => each.id === list.value);
    if (game) app.open(game);
  });
  const showGames = () => {
    list.replaceChildren(...app.games.map((game) => new Option(`${game.changed ? '• ' : ''}${game.title}`, game.id, false, game === app.game)));
  };
  app.on('game', showGames);
  app.on('edit', showGames);
  showGames();
  wireSettings(app);
  closeMenus();
}

/** Fields with `data-setting` show and change a setting. */
function wireSettings(app) {
  const fields = [...document.querySelectorAll('[data-setting]')];
  const show = () => {
    for (const field of fields) {
      const value = app.settings[field.dataset.setting];
      if (field.type === 'checkbox') field.checked = Boolean(value);
      else field.value = String(value);
    }
  };
  for (const field of fields) {
    field.addEventListener('change', () => {
      app.settings[field.dataset.setting] = field.type === 'checkbox' ? field.checked : field.value;
    });
  }
  app.on('settings', show);
  show();
  const rules = byId('rules');
  const names = ['japanese', 'chinese', 'aga', 'new-zealand', 'tromp-taylor', 'ing', 'stone-scoring'];
  rules.replaceChildren(...names.map((name) => el('option', { value: name }, name)));
  rules.addEventListener('change', () => app.setRules(rules.value));
  const showRules = () => { rules.value = app.rules(); };
  app.on('position', showRules);
  showRules();
}

/** A menu closes when one clicks elsewhere or presses Escape. */
function closeMenus() {
  const menus = () => document.querySelectorAll('details.menu[open]');
  document.addEventListener('click', (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.removeAttribute('open');
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of menus()) {
      menu.removeAttribute('open');
      menu.querySelector('summary').focus();
      event.preventDefault();
    }
  }, { capture: true });
}
