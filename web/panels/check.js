// Check: runs the assertions stored in the game on the board and lists how they went. Each
// line jumps to its node; new assertions can be written into the node that is shown.

import { el, button, labelled, choice, Question, warrant } from './parts.js';
import { nodes, write } from '../sgf.js';

const SIGNS = { passed: '✓ passed', failed: '✗ failed', unknown: '? undecided', error: '⚠ not understood' };

class Check {
  constructor(root, app) {
    this.app = app;
    this.question = new Question(app, { keep: true });
    this.result = el('div', { class: 'check-result' });
    this.filter = choice([['', 'all'], ['failed', 'what did not pass']], '', () => this.show());
    this.assertion = el('input', { type: 'text', class: 'assertion', placeholder: 'IsAlive(C3)', spellcheck: 'false' });
    root.append(el('div', { class: 'controls row' }, button('Check this game', () => this.run(), { class: 'primary run-check' }), labelled('Show', this.filter)),
      this.question.element, this.result,
      el('form', { class: 'row', onsubmit: (event) => { event.preventDefault(); this.add(); } },
        labelled('New assertion here', this.assertion), el('button', { type: 'submit', class: 'add-assertion' }, 'Add')));
    app.on('game', () => { this.answer = null; this.show(); });
    this.show();
  }

  async run() {
    const { root } = this.app.game;
    const answer = await this.question.put('check', { sgf: write(root) }, { what: 'Checking', live: true });
    if (!answer || this.app.game.root !== root) return;
    this.answer = answer;
    this.places = placesOf(root, answer.items);
    this.show();
    this.app.announce(totals(answer));
  }

  show() {
    const { answer } = this;
    if (!answer) {
      this.result.replaceChildren(el('p', { class: 'empty' }, 'Assertions stand in the property XCHECK, or in comments after “check:”, such as check: IsAlive(C3).'));
      return;
    }
    const wanted = answer.items.map((item, i) => [item, i]).filter(([item]) => !this.filter.value || item.outcome !== 'passed');
    this.result.replaceChildren(el('p', { class: 'check-totals' }, totals(answer), answer.stopped ? ' The run was stopped.' : ''),
      themes(answer), el('ol', { class: 'check-list' }, wanted.map(([item, i]) => this.line(item, this.places[i]))));
  }

  line(item, node) {
    const jump = button(item.assertion, () => this.app.go(node), { class: 'match jump', disabled: !node, 'aria-label': `${item.assertion}: ${SIGNS[item.outcome]}. Go to its node.` });
    const found = item.outcome === 'passed' ? `found ${item.found}` : `expected ${item.expected}, found ${item.found}`;
    const known = item.ignored ? ', not counted' : item.known_failure ? ', known to fail' : '';
    return el('li', { class: item.outcome, 'data-outcome': item.outcome }, el('span', { class: 'outcome' }, SIGNS[item.outcome] ?? item.outcome), ' ', jump,
      ` ${found}${known}; ${item.moves === 0 ? 'at the start' : `after move ${item.moves}`} `, warrant(item.warrant));
  }

  /** Writes an assertion into the node that is shown, as one step that can be undone. */
  add() {
    const text = this.assertion.value.trim();
    if (!text) return;
    const { node } = this.app;
    this.app.edit('assertion', (history) => {
      history.set(node, 'XCHECK', [...(node.props.get('XCHECK') ?? []), text]);
      return node;
    });
    this.assertion.value = '';
    this.question.say(`Added to this node: ${text}`);
  }
}

function totals({ totals: t }) {
  if (t.assertions === 0) return 'There are no assertions in this game.';
  const parts = [`${t.passed} of ${t.assertions} assertions passed`];
  if (t.failed) parts.push(`${t.failed} failed`);
  if (t.unknown) parts.push(`${t.unknown} undecided`);
  if (t.errors) parts.push(`${t.errors} not understood`);
  return `${parts.join(', ')}.`;
}

function themes(answer) {
  if (answer.themes.length < 2) return '';
  const rows = answer.themes.map((t) => el('tr', {}, el('th', { scope: 'row' }, t.theme), el('td', {}, `${t.passed}`), el('td', {}, `${t.assertions}`)));
  const heads = ['Theme', 'Passed', 'Of'].map((text) => el('th', { scope: 'col' }, text));
  return el('table', {}, el('caption', {}, 'By theme'), el('thead', {}, el('tr', {}, heads)), el('tbody', {}, rows));
}

/** The node of each item. Items come in the order of the nodes, so the search goes on from the last. */
export function placesOf(root, items) {
  const all = [...nodes(root)];
  const texts = all.map((node) => [...(node.props.get('XCHECK') ?? []),
    ...(node.first('C', '').split(/\r?\n/).filter((line) => /^\s*check:/i.test(line)))].join('\n'));
  let at = 0;
  return items.map((item) => {
    const has = (i) => texts[i].includes(item.assertion);
    for (let i = at; i < all.length; i += 1) {
      if (has(i)) {
        at = i;
        return all[i];
      }
    }
    return all[texts.findIndex((text) => text.includes(item.assertion))] ?? null;
  });
}

export default {
  id: 'check',
  title: 'Check',
  mount(element, app) { new Check(element, app); },
};
