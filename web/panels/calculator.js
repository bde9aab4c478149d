// The calculator for combinatorial games: a prompt with its history, variables that last, and
// the thermograph of every value that has one. Arrow up and down bring back earlier lines.

import { el, button, Question, folded } from './parts.js';
import { pretty } from './rational.js';
import { thermograph } from '../thermograph.js';

const EXAMPLES = [
  ['{3|1} + {2||1|0}', 'the canonical form of a sum'],
  ['3||2|1', 'a corridor'],
  ['4.{3||2|1}', 'four copies'],
  ['^ <= +_2', 'a comparison'],
  ['mean(9|2||1)', 'a mean'],
  ['chill(2||1|*)', 'cooling by one point'],
  ['help', 'the notation and all functions'],
];

class Calculator {
  constructor(root, app) {
    this.app = app;
    this.question = new Question(app, { keep: true });
    this.lines = Array.isArray(app.settings.calculated) ? app.settings.calculated : [];
    this.assignments = [];
    this.place = this.lines.length;
    this.log = el('ol', { class: 'calculations', 'aria-label': 'Results' });
    this.input = el('input', { type: 'text', id: 'calculator-input', autocomplete: 'off', spellcheck: 'false', onkeydown: (event) => this.keyed(event) });
    const form = el('form', { class: 'row prompt', onsubmit: (event) => { event.preventDefault(); this.calculate(); } },
      el('label', { for: 'calculator-input' }, 'Game'), this.input, el('button', { type: 'submit', class: 'primary' }, 'Calculate'));
    const examples = EXAMPLES.map(([text, what]) => el('li', {}, button(text, () => { this.input.value = text; this.calculate(); }, { class: 'example' }), ` ${what}`));
    root.append(form, this.question.element, folded('Examples and notation', el('ul', {}, examples), this.lines.length === 0),
      el('div', { role: 'log', 'aria-live': 'polite' }, this.log));
  }

  keyed(event) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    this.place = Math.max(0, Math.min(this.lines.length, this.place + (event.key === 'ArrowUp' ? -1 : 1)));
    this.input.value = this.lines[this.place] ?? '';
  }

  async calculate() {
    const text = this.input.value.trim();
    if (!text) return;
    const answer = await this.question.put('cgt', { expr: this.expression(text), time: 30 }, { what: 'Calculating', live: true });
    if (!answer) {
      this.input.select();
      return;
    }
    this.remember(text);
    this.log.prepend(el('li', {}, this.show(text, answer)));
    this.input.value = '';
  }

  /** The program forgets between questions: assignments and the last line come along. */
  expression(text) {
    if (/^help\b/.test(text)) return [text];
    const before = /\bans\b/.test(text) && this.last ? [this.last] : [];
    return [...this.assignments, ...before, text];
  }

  remember(text) {
    this.last = text;
    this.lines = [...this.lines.filter((line) => line !== text), text].slice(-100);
    this.place = this.lines.length;
    this.app.settings.calculated = this.lines;
    const name = /^\s*([a-z]\w*)\s*=(?!=)/i.exec(text)?.[1];
    if (name) this.assignments = [...this.assignments, text].slice(-50);
  }

  show(text, answer) {
    const parts = [button(text, () => { this.input.value = text; this.input.focus(); }, { class: 'calculated', 'aria-label': `Edit ${text}` })];
    if (typeof answer.text === 'string') return [...parts, el('pre', {}, answer.text)];
    if (answer.truth !== null && answer.truth !== undefined) parts.push(el('p', { class: 'result' }, answer.truth ? 'true' : 'false'));
    const value = answer.canonical ?? answer.value;
    if (value !== null && value !== undefined) parts.push(el('pre', { class: 'result' }, String(value)));
    const facts = [['mean', answer.mean], ['temperature', answer.temperature], ['Left stop', answer.left_stop], ['Right stop', answer.right_stop]]
      .filter(([, given]) => given !== null && given !== undefined).map(([name, given]) => `${name} ${pretty(given)}`);
    if (facts.length) parts.push(el('p', { class: 'facts' }, facts.join(', ')));
    if (answer.thermograph) parts.push(thermograph([{ name: '', walls: answer.thermograph }], `Thermograph of ${text}`));
    return parts;
  }
}

export default {
  id: 'calculator',
  title: 'Calculator',
  mount(element, app) { new Calculator(element, app); },
};
