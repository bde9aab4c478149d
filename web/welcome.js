// The first visit: an example endgame on the board and three things to try.
// The card goes away for good once it is dismissed; the example is a game like
// any other.

import { byId, el } from './dom.js';
import { Game } from './games.js';
import { parse } from './sgf.js';

const EXAMPLE = 'example endgame';

/** Opens the example for somebody who has nothing open yet. */
export async function welcome(app) {
  const game = await example('endgame');
  if (game) app.store.add(game);
  else app.store.add(app.store.fresh());
}

/** A built-in example as a game, or null if it cannot be read. */
export async function example(name) {
  try {
    const response = await fetch(`examples/${name}.sgf`);
    const [root] = response.ok ? parse(await response.text()) : [];
    return root ? new Game(root, { name: `example ${name}` }) : null;
  } catch {
    return null;
  }
}

/** The card above the panels; shown until dismissed. */
export function welcomeCard(app) {
  const card = byId('welcome');
  // It speaks of the example, so it is there only beside the example.
  const show = () => { card.hidden = Boolean(app.settings.welcomed) || app.game.name !== EXAMPLE; };
  const dismiss = () => {
    app.settings.welcomed = true;
    show();
  };
  const button = (words, run, look = '') => el('button', { type: 'button', class: look, onclick: run }, words);
  card.replaceChildren(
    el('h2', {}, 'Welcome to Tedomari'),
    el('p', {}, 'On the board is a small endgame: three open places between living walls. Which is worth most, and who wins by how much? The program proves it.'),
    el('div', { class: 'row' },
      button('Solve this endgame', () => { dismiss(); solve(app); }, 'primary'),
      button('Open a game', () => app.commands.run('open')),
      button('Empty board', () => app.commands.run('new')),
      button('Keys', () => app.commands.run('help')),
      button('Hide this', dismiss, 'quiet')));
  app.on('game', show);
  show();
}

/** Solves the position shown: the endgame panel's work. */
export function solve(app) {
  if (!app.showPanel('endgame', { run: true })) app.tell('The endgame panel is not there.', 'error');
  // On a phone the panels are below the fold.
  byId('panels').scrollIntoView({ block: 'nearest' });
}
