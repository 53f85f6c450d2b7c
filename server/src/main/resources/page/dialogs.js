// What asks back: forms in dialogs.

import {fill, h} from './dom.js';
import {duration} from './format.js';
import {inputsOf, rangeOf} from './inputs.js';
import {markdown} from './markdown.js';
import {toldMetrics} from './study-facts.js';
import {facts} from './trials.js';

const BETWEEN_LOOKS = 2000; // at the output of a trial that runs

let nextId = 0;

/**
 * Opens a form. The submit button carries the words of what happens; send(form data) may throw, which is said in the form.
 * With send null there is nothing to submit.
 */
export function ask(title, fields, submit, send) {
  const id = `dialog-${nextId++}`;
  const wrong = h('p', {class: 'wrong', role: 'alert'});
  const go = send && h('button', {type: 'submit', class: 'main'}, submit);
  const form = h(
    'form',
    {onSubmit: onSubmit},
    h('h2', {id}, title),
    ...fields,
    wrong,
    h('p', {class: 'buttons'}, h('button', {type: 'button', onClick: () => element.close()}, send ? 'Cancel' : 'Close'), go),
  );
  const element = h('dialog', {'aria-labelledby': id, onClose: () => element.remove()}, form);

  async function onSubmit(event) {
    event.preventDefault();
    if (!send) {
      return;
    }
    go.disabled = true;
    fill(wrong);
    try {
      await send(new FormData(form));
      element.close();
    } catch (error) {
      fill(wrong, error.message);
      go.disabled = false;
    }
  }

  document.body.append(element);
  element.showModal();
  return element;
}

/** A labelled field. */
export function field(label, input, note) {
  return h('label', {class: 'field'}, h('span', {}, label), input, note && h('small', {}, note));
}

/** Asks for a token until the server takes one. */
export function askToken(source, then) {
  return ask(
    'This server wants a token',
    [
      h('p', {class: 'note'}, 'Whoever runs the server makes one with “leadline token”. All tabs of this browser share it until the last one is closed.'),
      field('Token', h('input', {name: 'token', type: 'password', required: true, autocomplete: 'off'})),
    ],
    'Continue',
    async (data) => {
      source.setToken(data.get('token').trim());
      await source.me();
      then();
    },
  );
}

export function askBudget(source, study) {
  ask(
    'Change the budget',
    [field('Trials in all', h('input', {name: 'trials', type: 'number', min: 1, step: 1, required: true, value: study.budget ?? ''}), 'Trials that are running or done count, too.')],
    'Change',
    (data) => source.change(study.name, {trials: Number(data.get('trials'))}),
  );
}

export function askEnd(source, study) {
  ask(
    'End the study?',
    [h('p', {}, 'Running trials may still tell their values. No more trials are handed out.')],
    'End it',
    () => source.act(study.name, 'end'),
  );
}

/** @param then called once they are kept */
export function askNotes(source, study, then) {
  ask(
    'Tags and notes',
    [
      field('Tags', h('input', {name: 'tags', type: 'text', value: (study.tags ?? []).join(', ')}), 'With commas between them.'),
      field('Notes', h('textarea', {name: 'notes', rows: 12, maxlength: 20000}, study.notes ?? ''), 'Markdown: # heading, - list, **strong**, `code`, [words](https://…).'),
    ],
    'Keep',
    async (data) => {
      const tags = data.get('tags').split(',').map((tag) => tag.trim()).filter(Boolean);
      Object.assign(study, {tags: [], notes: ''}, await source.change(study.name, {tags, notes: data.get('notes')}));
      then();
    },
  );
}

export function askName(source, study) {
  ask(
    'Rename the study',
    [
      h('p', {class: 'note'}, 'Workers name a study by its name: start them with the new one.'),
      field('Name', h('input', {name: 'name', type: 'text', required: true, pattern: '[A-Za-z0-9_][A-Za-z0-9._\\-]{0,99}', autocomplete: 'off', value: study.name})),
    ],
    'Rename',
    async (data) => {
      const {name} = await source.change(study.name, {name: data.get('name')});
      location.hash = `#/studies/${encodeURIComponent(name)}`;
    },
  );
}

export function askDelete(source, study) {
  ask(
    `Delete ${study.name}?`,
    [h('p', {}, 'Its workers are refused at once. For a day it can be had back from the list of studies; then it is gone for good.')],
    'Delete it',
    async () => {
      await source.remove(study.name);
      location.hash = '#/';
    },
  );
}

/** A trial that was evaluated by hand. */
export function askTrial(source, study, start) {
  const inputs = inputsOf(study);
  const metrics = toldMetrics(study);
  const values = metrics.map((metric) => h('input', {name: `value-${metric}`, type: 'number', step: 'any', required: true}));
  const reason = h('input', {name: 'reason', type: 'text', disabled: true, required: true});
  const failed = h('input', {name: 'failed', type: 'checkbox', onChange: () => {
    values.forEach((value) => { value.disabled = failed.checked; });
    reason.disabled = !failed.checked;
  }});
  ask(
    'Add a trial by hand',
    [
      h('p', {class: 'note'}, 'Something you measured yourself. The model learns from it as from any other trial.'),
      ...inputs.map((input) => field(input.name, control(input, start?.[input.name]), rangeOf(input))),
      ...metrics.map((metric, i) => field(metric, values[i])),
      h('label', {class: 'check'}, failed, ' it failed'),
      field('Reason', reason),
    ],
    'Add',
    (data) => {
      const params = Object.fromEntries(inputs
        .filter((input) => input.when === null || input.kind === 'flag' || data.get(`input-${input.name}`) !== '')
        .map((input) => [input.name, read(input, data.get(`input-${input.name}`))]));
      const result = data.get('failed') ? {failed: data.get('reason')} : measured(data, metrics);
      return source.act(study.name, 'observe', {params, ...result});
    },
  );
}

/** A value alone, or what was measured by its names. */
function measured(data, metrics) {
  const told = metrics.map((metric) => [metric, Number(data.get(`value-${metric}`))]);
  return told.length === 1 ? {value: told[0][1]} : {values: Object.fromEntries(told)};
}

function control(input, value) {
  const name = `input-${input.name}`;
  if (input.kind === 'flag') {
    return h('input', {name, type: 'checkbox', checked: value === true});
  }
  if (input.isNumeric) {
    return h('input', {name, type: 'number', min: input.low, max: input.high, step: input.kind === 'integer' ? 1 : 'any', required: input.when === null, value: value ?? ''});
  }
  return h('select', {name}, ...input.options.map((option) => h('option', {value: String(option), selected: option === value}, String(option))));
}

function read(input, text) {
  if (input.kind === 'flag') {
    return text !== null;
  }
  return input.isNumeric ? Number(text) : input.options.find((option) => String(option) === text);
}

function askTrialNotes(source, state, number) {
  const {study} = state;
  ask(
    `Notes on trial ${number}`,
    [field('Notes', h('textarea', {name: 'notes', rows: 8, maxlength: 20000}, study.trialNotes?.[number] ?? ''), 'Markdown.')],
    'Keep',
    async (data) => {
      const {trialNotes} = await source.change(study.name, {trialNotes: {[number]: data.get('notes')}});
      Object.assign(study, {trialNotes});
      state.open(number);
    },
  );
}

/** All there is to know of a trial, and what can be done with it. */
export function showTrial(source, state, number) {
  const {study} = state;
  const trial = state.trials.find((one) => one.trial === number);
  const output = h('pre', {class: 'output', tabindex: 0, 'aria-label': 'Output'}, 'Loading …');
  const pairs = facts(trial, state).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]);
  const kept = h('p', {class: 'note'});
  const place = h('p', {class: 'note'});
  const hasOutput = trial.output || (state.isLive && trial.state === 'running');
  const may = state.isLive && state.role !== 'read';
  const element = ask(
    `Trial ${number}`,
    [
      h('dl', {class: 'facts'}, ...pairs),
      kept,
      h('div', {class: 'markdown'}, ...markdown(study.trialNotes?.[number] ?? '')),
      may && h('p', {}, h('button', {type: 'button', onClick: () => { element.close(); askTrialNotes(source, state, number); }}, 'Notes …')),
      hasOutput && h('h3', {}, 'Output'),
      hasOutput && output,
      hasOutput && place,
      may && ['running', 'queued'].includes(trial.state)
        && h('p', {}, h('button', {type: 'button', onClick: () => { element.close(); askFailure(source, study, number); }}, 'Mark as failed …')),
      may && trial.state === 'failed'
        && h('p', {}, h('button', {type: 'button', onClick: async () => { await source.act(study.name, `trials/${number}/retry`); element.close(); }}, 'Try again')),
    ],
    null,
    null,
  );
  if (state.isLive && trial.state === 'running') {
    source.trial(study.name, number).then(({leaseUntil}) => leaseUntil && fill(kept, keptUntil(leaseUntil)), () => {});
  }
  /** Again and again while it runs, and once more when it is over. */
  async function follow() {
    const isRunning = state.isLive && state.trials.find((one) => one.trial === number)?.state === 'running';
    try {
      const found = await source.output(study.name, number);
      const isAtEnd = output.scrollHeight - output.scrollTop - output.clientHeight < 30;
      fill(output, (found.truncated ? '…\n' : '') + (asOnAScreen(found.output) || (isRunning ? 'Nothing has come yet: what it prints is with its worker.' : 'It printed nothing.')));
      output.scrollTop = isAtEnd && isRunning ? output.scrollHeight : output.scrollTop;
      fill(place, found.place ? `All of it is in ${found.place}, in stdout.txt and stderr.txt.` : '');
    } catch (error) {
      fill(output, error.message);
    }
    if (element.open && isRunning) {
      setTimeout(follow, BETWEEN_LOOKS);
    }
  }
  if (hasOutput) {
    follow();
  }
}

/** When a trial goes to somebody else unless its worker is heard of. */
function keptUntil(moment) {
  const seconds = Math.max(0, Math.round((Date.parse(moment) - Date.now()) / 1000));
  return `Without another sign of life from its worker it goes to somebody else in ${duration(seconds)}, at ${new Date(moment).toLocaleTimeString('en-GB')}.`;
}

function askFailure(source, study, trial) {
  ask(
    `Mark trial ${trial} as failed`,
    [field('Reason', h('input', {name: 'reason', type: 'text', required: true, maxlength: 500}))],
    'Mark as failed',
    (data) => source.act(study.name, 'tell', {trial, failed: data.get('reason')}),
  );
}

/** What is left of lines that a program wrote over, such as a bar of progress. */
function asOnAScreen(text) {
  return text.split('\n').map((line) => line.replace(/\r+$/, '').split('\r').at(-1)).join('\n');
}
