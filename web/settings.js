// Settings of the page: a plain object whose properties are kept in
// localStorage and whose changes are told.

const KEY = 'tedomari.settings';

const DEFAULTS = {
  theme: 'auto', // 'auto', 'light', 'dark'
  board: 'wood', // 'wood', 'flat', 'paper'
  coordinates: true,
  numbers: false,
  variations: true,
  treeDown: false, // the tree grows down instead of to the right
};

/** @param {(name: string) => void} changed is told of every change */
export function settings(changed) {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    // Unreadable settings are as good as none.
  }
  return new Proxy({ ...DEFAULTS, ...kept }, {
    set(target, name, value) {
      if (target[name] === value) return true;
      target[name] = value;
      kept[name] = value;
      try {
        localStorage.setItem(KEY, JSON.stringify(kept));
      } catch {
        // A full or forbidden store must not stop the page.
      }
      changed(name);
      return true;
    },
  });
}
