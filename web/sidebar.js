// The panels at the side: tabs, one shown at a time.
//
// A panel is `{id, title, key, mount(element, app), run(app)?}`. All are
// mounted at the start, so that their commands and overlays are there; one
// that fails to load or to mount is left out with a note, never the page.

import { el } from './dom.js';

export class Panels {
  constructor(app, holder) {
    this.app = app;
    this.holder = holder;
    this.list = [];
    this.tabs = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
    this.tabs.addEventListener('keydown', (event) => this.#arrow(event));
    this.body = el('div', { class: 'panel-body' });
    holder.append(this.tabs, this.body);
  }

  /** Loads the panels listed in panels/index.js. */
  async load() {
    let panels = [];
    try {
      panels = (await import('./panels/index.js')).default;
    } catch (error) {
      console.error('the panels could not be loaded', error);
    }
    for (const panel of panels) this.add(panel);
    this.holder.hidden = !this.list.length;
    const kept = this.list.find((entry) => entry.panel.id === this.app.settings.panel);
    if (this.list.length) this.open((kept ?? this.list[0]).panel.id);
  }

  add(panel) {
    const { id, title, key } = panel;
    const body = el('section', { class: `panel panel-${id}`, id: `panel-${id}`, role: 'tabpanel', 'aria-labelledby': `tab-${id}`, tabindex: '-1', hidden: true });
    try {
      panel.mount(body, this.app);
    } catch (error) {
      console.error(`panel ${id} failed`, error);
      body.append(el('p', { class: 'trouble' }, `This panel could not start: ${error.message}`));
    }
    const tab = el('button', {
      type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}`, 'aria-selected': 'false', tabindex: '-1',
      title: key ? `${title} (${key})` : title, onclick: () => this.open(id),
    }, title);
    this.list.push({ panel, tab, body });
    this.tabs.append(tab);
    this.body.append(body);
    this.holder.hidden = false;
    if (key) this.app.addCommand({ id: `panel-${id}`, group: 'Panels', title, keys: [key], run: () => this.open(id, true) });
  }

  /** Shows a panel and, if asked, runs what it is for. */
  open(id, run = false) {
    const entry = this.list.find((each) => each.panel.id === id);
    if (!entry) return false;
    for (const each of this.list) {
      const shown = each === entry;
      each.body.hidden = !shown;
      each.tab.setAttribute('aria-selected', String(shown));
      each.tab.tabIndex = shown ? 0 : -1;
    }
    this.app.settings.panel = id;
    // The row of tabs scrolls by itself; the page must not.
    const { tab } = entry;
    this.tabs.scrollLeft = Math.max(0, tab.offsetLeft - (this.tabs.clientWidth - tab.offsetWidth) / 2);
    this.app.emit('panel', id);
    if (run) entry.panel.run?.(this.app);
    return true;
  }

  #arrow(event) {
    const at = this.list.findIndex((entry) => entry.tab === document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: this.list.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const entry = this.list[(to + this.list.length) % this.list.length];
    this.open(entry.panel.id);
    entry.tab.focus();
  }
}
