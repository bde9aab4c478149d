// The page's own commands with their keys: moving in the game, editing, files
// and views. Panels add theirs.

import { closeGame, copyGame, newGame, openFile, saveGame } from './files.js';
import { savePicture } from './picture.js';
import { gameInfo } from './info.js';
import { showHelp, askMove, askPointName } from './dialogs.js';
import { flip, rotate, swapColors } from './transform.js';
import { nodes } from './sgf.js';

/** Puts the commands into the app's table. */
export function addCommands(app) {
  const add = (group, id, title, keys, run) => app.addCommand({ id, title, group, keys, run: () => run(app) });
  const across = (right, down) => () => (app.settings.treeDown ? down : right)();
  const back = () => app.back();
  const forward = () => app.forward();
  const earlier = () => sibling(app, -1);
  const later = () => sibling(app, 1);
  const moving = 'Moving in the game';
  add(moving, 'left', 'Back (or the variation before, when the tree grows down)', ['ArrowLeft'], across(back, earlier));
  add(moving, 'right', 'Forward (or the next variation)', ['ArrowRight'], across(forward, later));
  add(moving, 'up', 'Variation before (or back)', ['ArrowUp'], across(earlier, back));
  add(moving, 'down', 'Next variation (or forward)', ['ArrowDown'], across(later, forward));
  add(moving, 'back-ten', 'Ten moves back', ['Shift+ArrowLeft', 'Shift+ArrowUp', 'PageUp'], () => app.back(10));
  add(moving, 'forward-ten', 'Ten moves forward', ['Shift+ArrowRight', 'Shift+ArrowDown', 'PageDown'], () => app.forward(10));
  add(moving, 'start', 'Start', ['Home'], () => app.go(app.game.root));
  add(moving, 'end', 'End of this line', ['End'], () => app.forward(Infinity));
  add(moving, 'fork-before', 'Fork before', ['Ctrl+ArrowUp', 'Ctrl+ArrowLeft', 'B'], () => seek(app, -1, (node) => node.children.length > 1));
  add(moving, 'fork-after', 'Next fork', ['Ctrl+ArrowDown', 'Ctrl+ArrowRight'], () => seek(app, 1, (node) => node.children.length > 1));
  add(moving, 'main-line', 'Back to the main line', ['Shift+B'], mainLine);
  add(moving, 'comment-before', 'Comment before', ['Ctrl+Shift+ArrowUp', 'Ctrl+Shift+ArrowLeft'], () => seek(app, -1, (node) => node.has('C')));
  add(moving, 'comment-after', 'Next comment', ['Ctrl+Shift+ArrowDown', 'Ctrl+Shift+ArrowRight'], () => seek(app, 1, (node) => node.has('C')));
  add(moving, 'mark-after', 'Next marked move (bad, doubtful, good, hot)', ['N'], () => seek(app, 1, isMarked));
  add(moving, 'mark-before', 'Marked move before', ['Shift+N'], () => seek(app, -1, isMarked));
  add(moving, 'go-move', 'Go to move …', ['Ctrl+G'], askMove);

  const playing = 'Playing';
  add(playing, 'pass', 'Pass', ['P'], () => app.play('pass'));
  add(playing, 'type-point', 'Type a point to play', ['/'], askPointName);
  add(playing, 'board', 'Put the keyboard on the board: arrows, WASD or HJKL walk, Enter plays, Esc leaves', ['X'], () => app.board.focus());
  add(playing, 'stop', 'Stop asking; leave editing', ['Escape'], escape);

  const editing = 'Editing';
  add(editing, 'undo', 'Undo', ['Ctrl+Z'], () => app.undo());
  add(editing, 'redo', 'Redo', ['Ctrl+Y', 'Ctrl+Shift+Z'], () => app.redo());
  add(editing, 'edit', 'Edit tools on or off', ['E'], () => app.editor.toggle());
  app.editor.tools.forEach((tool) => {
    if (tool.key) add(editing, `tool-${tool.id}`, `Tool: ${tool.title}`, [tool.key], () => app.editor.choose(tool.id));
  });
  add(editing, 'delete', 'Delete this node and what follows', ['Delete', 'Ctrl+Delete', 'Ctrl+Backspace'], () => app.editor.deleteNode());
  add(editing, 'promote', 'Make this variation the first', ['Ctrl+Shift+M'], () => app.editor.promote());
  add(editing, 'good', 'Good move, on or off', [']'], () => app.editor.annotate('TE'));
  add(editing, 'bad', 'Bad move, on or off', ['['], () => app.editor.annotate('BM'));
  const turn = (label, there, again) => () => app.edit(label, (history) => { history.whole(app.game.root, there, again); });
  add(editing, 'rotate-right', 'Rotate right', ['Ctrl+Alt+ArrowRight'], turn('rotate', (root) => rotate(root, 1), (root) => rotate(root, 3)));
  add(editing, 'rotate-left', 'Rotate left', ['Ctrl+Alt+ArrowLeft'], turn('rotate', (root) => rotate(root, 3), (root) => rotate(root, 1)));
  add(editing, 'flip', 'Mirror left and right', ['Ctrl+Alt+ArrowDown'], turn('mirror', flip, flip));
  add(editing, 'swap', 'Swap the colours', ['Ctrl+Alt+ArrowUp'], turn('swap colours', swapColors, swapColors));

  const files = 'Games';
  add(files, 'open', 'Open a file', ['Ctrl+O'], openFile);
  add(files, 'save', 'Save to a file', ['Ctrl+S'], saveGame);
  add(files, 'picture', 'Save a picture of the board', ['Ctrl+Shift+S'], savePicture);
  add(files, 'new', 'New game', ['Ctrl+N', 'Alt+N'], newGame);
  add(files, 'info', 'Game information', ['Ctrl+I', 'I'], gameInfo);
  add(files, 'copy', 'Copy the game as SGF (paste with Ctrl V)', ['Ctrl+C'], copyGame);
  add(files, 'close', 'Close the game', ['Alt+W'], closeGame);
  add(files, 'game-after', 'Next open game', ['Alt+PageDown'], () => turnGame(app, 1));
  add(files, 'game-before', 'Open game before', ['Alt+PageUp'], () => turnGame(app, -1));

  const viewing = 'View';
  const toggle = (name, words) => () => {
    app.settings[name] = !app.settings[name];
    app.announce(`${words} ${app.settings[name] ? 'on' : 'off'}.`);
  };
  add(viewing, 'coordinates', 'Coordinates on or off', ['C'], toggle('coordinates', 'Coordinates'));
  add(viewing, 'numbers', 'Move numbers on or off', ['M'], toggle('numbers', 'Move numbers'));
  add(viewing, 'variations', 'Next moves on the board, on or off', ['V'], toggle('variations', 'Next moves'));
  add(viewing, 'tree-direction', 'Tree to the right or down (turns the arrow keys too)', ['Shift+T'], toggle('treeDown', 'Tree growing down'));
  add(viewing, 'theme', 'Light, dark, or as the system', ['Shift+D'], () => turnTheme(app));
  add(viewing, 'help', 'This help', ['?', 'F1'], showHelp);
}

/** Goes to the variation beside this one. */
function sibling(app, by) {
  // The fork may lie further back: the nearest one decides.
  let node = app.node;
  while (node.parent && node.parent.children.length < 2) node = node.parent;
  if (!node.parent) return;
  const list = node.parent.children;
  const depth = depthBelow(app.node, node);
  let next = list[(list.indexOf(node) + by + list.length) % list.length];
  for (let i = 0; i < depth && next.children.length; i++) next = app.game.next(next);
  app.go(next);
}

function depthBelow(node, top) {
  let depth = 0;
  for (let at = node; at !== top; at = at.parent) depth++;
  return depth;
}

/** Goes to the nearest node of this line for which `test` holds. */
function seek(app, by, test) {
  const step = (node) => (by < 0 ? node.parent : node.children.length ? app.game.next(node) : null);
  for (let node = step(app.node); node; node = step(node)) {
    if (test(node)) {
      app.go(node);
      return;
    }
  }
  app.announce(by < 0 ? 'None before.' : 'None after.');
}

function isMarked(node) { return ['BM', 'DO', 'TE', 'IT', 'HO'].some((name) => node.has(name)); }

function mainLine(app) {
  let node = app.game.root;
  let last = node;
  const path = new Set();
  for (let at = app.node; at; at = at.parent) path.add(at);
  while (node && path.has(node)) {
    last = node;
    [node] = node.children;
  }
  app.go(last);
}

function escape(app) {
  if (app.asking) app.asking.done(null);
  else if (app.editor.active) app.editor.toggle();
  app.emit('stop');
}

function turnGame(app, by) {
  const { games, game } = app;
  app.open(games[(games.indexOf(game) + by + games.length) % games.length]);
}

function turnTheme(app) {
  const order = ['auto', 'light', 'dark'];
  app.settings.theme = order[(order.indexOf(app.settings.theme) + 1) % order.length];
  app.tell(`Colours: ${app.settings.theme === 'auto' ? 'as the system' : app.settings.theme}.`);
}

/** How many nodes a game has; the tests and the status ask. */
export function nodeCount(root) {
  let count = 0;
  for (const _ of nodes(root)) count++;
  return count;
}
