// Records in and out: dropped files, pasted text, the file dialog, saving,
// copying, and the list of open games.

import { readTree } from './api.js';
import { byId } from './dom.js';
import { Game } from './games.js';
import { askSize } from './dialogs.js';
import { fromJson, parse, write } from './sgf.js';

/** Starts listening for drops, pastes and the file dialog. */
export function listenForFiles(app) {
  const input = byId('file');
  input.addEventListener('change', async () => {
    await openFiles(app, [...input.files]);
    input.value = '';
  });
  const { documentElement: root } = document;
  let depth = 0;
  addEventListener('dragenter', (event) => {
    if (!isFiles(event)) return;
    depth++;
    root.dataset.dropping = 'true';
  });
  addEventListener('dragleave', () => {
    depth = Math.max(0, depth - 1);
    if (!depth) delete root.dataset.dropping;
  });
  addEventListener('dragover', (event) => { if (isFiles(event) && !isField(event.target)) event.preventDefault(); });
  addEventListener('drop', async (event) => {
    if (!isFiles(event) || isField(event.target)) return;
    event.preventDefault();
    depth = 0;
    delete root.dataset.dropping;
    if (event.dataTransfer.files.length) await openFiles(app, [...event.dataTransfer.files]);
    else openText(app, event.dataTransfer.getData('text/plain'));
  });
  addEventListener('paste', async (event) => {
    if (isField(event.target)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    if (files.length) await openFiles(app, files);
    else openText(app, text);
  });
}

function isFiles(event) {
  return [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
}

function isField(target) {
  return target instanceof Element && Boolean(target.closest('input, textarea, [contenteditable], dialog'));
}

/** Opens files; the server reads their bytes, in whatever character set. */
export async function openFiles(app, files) {
  for (const file of files) {
    try {
      const bytes = await file.arrayBuffer();
      const { roots, remarks } = await rootsOf(bytes);
      openRoots(app, roots, file.name, remarks);
    } catch (error) {
      app.tell(`${file.name}: ${error.message}`, 'error');
    }
  }
}

/** Without a server the page reads UTF-8 by itself. */
async function rootsOf(bytes) {
  try {
    const tree = await readTree(bytes);
    return { roots: fromJson(tree), remarks: tree.remarks ?? [] };
  } catch (error) {
    const roots = parse(new TextDecoder().decode(bytes));
    if (roots.length) return { roots, remarks: [] };
    throw error;
  }
}

/** Opens SGF text. */
export function openText(app, text, name = 'pasted') {
  const roots = parse(text ?? '');
  if (!roots.length) {
    app.tell('There is no SGF game in the pasted text.');
    return [];
  }
  return openRoots(app, roots, name);
}

function openRoots(app, roots, name, remarks = []) {
  if (!roots.length) throw new Error('there is no game in this file');
  const base = name.replace(/\.sgf$/i, '');
  const games = roots.map((root, i) => new Game(root, { name: roots.length > 1 ? `${base} ${i + 1}` : base }));
  for (const game of games) game.file = games[0].id;
  app.store.add(...games);
  const words = games.length > 1 ? `${games.length} games opened from ${name}.` : `${games[0].title} opened.`;
  const more = remarks.length > 1 ? ` (and ${remarks.length - 1} more remarks)` : '';
  app.tell(remarks.length ? `${words} Read with a remark: ${remarks[0]}${more}` : words);
  return games;
}

export function openFile() { byId('file').click(); }

/** Saves the file the game belongs to, all its games together. */
export function saveGame(app) {
  const { game } = app;
  const games = app.games.filter((each) => each.file === game.file);
  const text = games.map((each) => write(each.root)).join('\n');
  const name = fileName(game, games.length);
  saveAs(name, new Blob([text], { type: 'application/x-go-sgf' }));
  for (const each of games) {
    each.changed = false;
    app.store.touch(each);
  }
  app.show();
  app.tell(`Saved as ${name}.`);
}

/** Gives the user a file to keep. */
export function saveAs(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** A name for a file of this game; with several games in it, without their numbers. */
export function fileName(game, count, extension = 'sgf') {
  const words = count > 1 ? game.name.replace(/ \d+$/, '') : game.name || game.title;
  return `${words.replace(/[^\p{L}\p{N} ._–-]+/gu, '').trim() || 'game'}.${extension}`;
}

export async function copyGame(app) {
  try {
    await navigator.clipboard.writeText(write(app.game.root));
    app.tell('The game is copied as SGF.');
  } catch {
    app.tell('The browser does not allow copying here; save the game instead.', 'error');
  }
}

export async function newGame(app) {
  const size = await askSize();
  if (size) app.store.add(app.store.fresh(...size));
}

/** Closes the game; the message offers to bring it back. */
export function closeGame(app) {
  const { game } = app;
  const at = app.store.close(game);
  app.status.tell(`${game.title} closed.`, 'note', { title: 'Bring it back', run: () => app.store.reopen(game, at) });
}
