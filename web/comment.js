// The words of a node: its name, its comment, and what is thought of the move
// and the position. All are edited in place.

import { byId } from './dom.js';

const JUDGEMENTS = [
  ['', 'no judgement'], ['TE', 'good move'], ['IT', 'interesting move'], ['DO', 'doubtful move'], ['BM', 'bad move'],
];
const POSITIONS = [
  ['', 'no judgement'], ['GB', 'good for Black'], ['GW', 'good for White'], ['DM', 'even'], ['UC', 'unclear'],
];

export class NodeView {
  constructor(app) {
    this.app = app;
    this.name = byId('node-name');
    this.comment = byId('comment');
    this.value = byId('node-value');
    this.hot = byId('node-hot');
    this.move = select('node-move', JUDGEMENTS, (name) => this.#judge(JUDGEMENTS, name));
    this.position = select('node-position', POSITIONS, (name) => this.#judge(POSITIONS, name));
    const text = (field, name, label) => field.addEventListener('input', () => {
      this.typing = true;
      const { node } = app;
      app.edit(label, (history) => { history.set(node, name, field.value === '' ? null : [field.value]); }, { merge: node });
      this.typing = false;
    });
    text(this.name, 'N', 'node name');
    text(this.comment, 'C', 'comment');
    this.value.addEventListener('change', () => {
      const number = this.value.value.trim().replace(',', '.');
      if (number && !Number.isFinite(Number(number))) {
        app.tell('The value is a number, positive for Black.');
        this.show();
        return;
      }
      app.edit('value', (history) => { history.set(app.node, 'V', number ? [number] : null); });
    });
    this.hot.addEventListener('change', () => app.editor.annotate('HO', this.hot.checked ? '1' : null));
    this.more = byId('annotations');
  }

  show() {
    const { node } = this.app;
    const put = (field, words) => { if (!this.typing && field.value !== words) field.value = words; };
    put(this.name, node.first('N', ''));
    put(this.comment, node.first('C', ''));
    put(this.value, node.first('V', ''));
    this.hot.checked = node.has('HO');
    put(this.move, chosen(JUDGEMENTS, node));
    put(this.position, chosen(POSITIONS, node));
    const words = [...JUDGEMENTS, ...POSITIONS].filter(([name]) => name && node.has(name))
      .map(([name, title]) => (node.first(name) === '2' ? `very ${title}` : title));
    if (node.has('HO')) words.push('hot');
    if (node.first('V')) words.push(`value ${node.first('V')}`);
    byId('annotation-words').textContent = words.join(', ');
  }

  #judge(list, name) {
    const { app } = this;
    if (name) app.editor.annotate(name, app.node.first(name) ?? '1');
    else {
      app.edit('annotate', (history) => { for (const [each] of list) if (each) history.set(app.node, each, null); });
    }
  }
}

function select(id, options, chosenOne) {
  const field = byId(id);
  field.replaceChildren(...options.map(([value, words]) => new Option(words, value)));
  field.addEventListener('change', () => chosenOne(field.value));
  return field;
}

function chosen(list, node) { return list.find(([name]) => name && node.has(name))?.[0] ?? ''; }
