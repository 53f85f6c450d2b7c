// The form of a new study.

import {ask, field} from './dialogs.js';
import {fill, h} from './dom.js';

const KINDS = ['real', 'integer', 'choice', 'ordinal', 'flag'];
const MOST_STEPS = 500;
const EXAMPLE = `minimise: p99_ms
parameters:
  - {name: heap, integer: [256, 4096], scale: log}
  - {name: gc, choice: [g1, parallel]}
limits: memory <= 800
`;

/**
 * @param others the names of the studies that there are
 * @param then takes the name of the study once there is one
 */
export function askStudy(source, others, then) {
  const goals = rows(goalRow, 'Add a goal');
  const inputs = rows(inputRow, 'Add an input');
  const form = h('div', {},
    h('fieldset', {}, h('legend', {}, 'Goals'), ...goals.elements),
    h('fieldset', {}, h('legend', {}, 'Inputs'), ...inputs.elements),
    field('Conditions', area('require', 'heap * share < 2000'), 'One a line. Settings that break one are never tried.'),
    field('Limits', area('limits', 'memory <= 800'), 'One a line, on what is measured besides.'));
  const yaml = h('textarea', {name: 'yaml', rows: 14, class: 'code', spellcheck: 'false', 'aria-label': 'Space file', placeholder: EXAMPLE});
  const text = h('div', {hidden: true}, h('p', {class: 'note'}, 'The text of a space file, in YAML.'), yaml);
  const isText = h('input', {type: 'checkbox', onChange: () => turn()});

  function turn() {
    form.hidden = isText.checked;
    text.hidden = !isText.checked;
    form.querySelectorAll('input, select, textarea').forEach((control) => { control.disabled = isText.checked; });
  }

  ask(
    'New study',
    [
      field('Name', h('input', {name: 'name', type: 'text', required: true, pattern: '[A-Za-z0-9_][A-Za-z0-9._\\-]{0,99}', autocomplete: 'off'}), 'Letters, digits, dots, dashes and underscores.'),
      h('label', {class: 'check'}, isText, ' paste a space file instead of filling in the form'),
      form,
      text,
      h('div', {class: 'pair'},
        field('Trials', h('input', {name: 'trials', type: 'number', min: 1, step: 1, value: 50})),
        field('Seed', h('input', {name: 'seed', type: 'number', step: 1, value: 0}))),
      h('label', {class: 'check'}, h('input', {name: 'noisy', type: 'checkbox'}), ' the same settings give different values'),
      others.length > 0 && field('Learn from earlier studies',
        h('select', {name: 'related', multiple: true, size: Math.min(5, others.length)}, ...others.map((name) => h('option', {}, name))),
        'Those of a like problem: what they say counts as far as it turns out to be alike.'),
    ],
    'Create',
    async (data) => {
      const study = {name: data.get('name'), seed: Number(data.get('seed') || 0), noisy: data.has('noisy'), related: data.getAll('related')};
      study.space = isText.checked ? yaml.value : spaceOf(goals.list, inputs.list, data);
      if (data.get('trials')) {
        study.trials = Number(data.get('trials'));
      }
      await source.create(study).catch((error) => {
        show(yaml, isText.checked, error);
        throw error;
      });
      then(data.get('name'));
    },
  );
}

/** Selects the line that an error names. */
function show(yaml, isText, error) {
  const line = isText ? Number(/^space:(\d+): /.exec(error.message)?.[1]) : NaN;
  if (line > 0) {
    const lines = yaml.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    yaml.focus();
    yaml.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  }
}

/** Rows of one kind, of which there is always one. */
function rows(make, label) {
  const list = h('div', {class: 'inputs'});
  const add = () => list.append(make(() => list.childElementCount > 1));
  add();
  return {list, elements: [list, h('button', {type: 'button', onClick: add}, label)]};
}

function remover(row, mayGo, label) {
  return h('button', {type: 'button', 'aria-label': label, onClick: () => mayGo() && row().remove()}, '✕');
}

function goalRow(mayGo) {
  const row = h('div', {class: 'input', role: 'group', 'aria-label': 'Goal'},
    h('select', {name: 'goal', 'aria-label': 'Goal'}, h('option', {}, 'minimise'), h('option', {}, 'maximise')),
    h('input', {name: 'objective', type: 'text', required: true, value: 'value', 'aria-label': 'Name of what is measured'}),
    remover(() => row, mayGo, 'Remove this goal'));
  return row;
}

function inputRow(mayGo) {
  const range = h('span', {class: 'range'});
  const kind = h('select', {name: 'kind', 'aria-label': 'Kind', onChange: () => fill(range, ...rangeFields(kind.value))}, ...KINDS.map((name) => h('option', {}, name)));
  fill(range, ...rangeFields('real'));
  const row = h(
    'div',
    {class: 'input', role: 'group', 'aria-label': 'Input'},
    h('input', {name: 'input', type: 'text', placeholder: 'name', 'aria-label': 'Name of the input', required: true}),
    kind,
    range,
    h('input', {name: 'when', type: 'text', placeholder: "when, such as gc == 'g1'", 'aria-label': 'Counts only when'}),
    h('input', {name: 'default', type: 'text', placeholder: 'today', 'aria-label': 'Setting of today, tried first'}),
    remover(() => row, mayGo, 'Remove this input'),
  );
  return row;
}

function rangeFields(kind) {
  const number = (name, label, more) => h('input', {name, type: 'number', step: kind === 'integer' ? 1 : 'any', placeholder: label, 'aria-label': label, ...more});
  if (kind === 'real' || kind === 'integer') {
    return [
      number('low', 'from', {required: true}), number('high', 'to', {required: true}), number('step', 'step', {min: 0}),
      h('label', {class: 'check'}, h('input', {name: 'log', type: 'checkbox'}), ' log'),
    ];
  }
  return kind === 'flag' ? [] : [h('input', {name: 'options', type: 'text', placeholder: 'options, with commas', 'aria-label': 'Options, with commas between them', required: true})];
}

function area(name, example) {
  return h('textarea', {name, rows: 2, class: 'code', spellcheck: 'false', placeholder: example});
}

/** The space as a space file has it. */
function spaceOf(goals, inputs, data) {
  const space = {parameters: [...inputs.children].map(parameterOf)};
  const wanted = [...goals.children].map((row) => [row.querySelector('[name=goal]').value, row.querySelector('[name=objective]').value]);
  for (const goal of ['minimise', 'maximise']) {
    const names = wanted.filter(([which]) => which === goal).map(([, name]) => name);
    if (names.length > 0) {
      space[goal] = wanted.length === 1 ? names[0] : names;
    }
  }
  for (const name of ['require', 'limits']) {
    const lines = data.get(name).split('\n').map((line) => line.trim()).filter(Boolean);
    if (lines.length > 0) {
      space[name] = lines;
    }
  }
  return space;
}

function parameterOf(row) {
  const read = (name) => row.querySelector(`[name=${name}]`)?.value.trim() ?? '';
  const kind = read('kind');
  const parameter = {name: read('input'), ...rangeOf(kind, read)};
  if (row.querySelector('[name=log]')?.checked) {
    parameter.scale = 'log';
  }
  for (const name of ['when', 'default']) {
    if (read(name) !== '') {
      parameter[name] = read(name);
    }
  }
  return parameter;
}

function rangeOf(kind, read) {
  if (kind === 'flag') {
    return {flag: true};
  }
  if (kind === 'choice' || kind === 'ordinal') {
    const options = read('options').split(',').map((option) => option.trim());
    const areNumbers = kind === 'ordinal' && options.every((option) => option !== '' && Number.isFinite(Number(option)));
    return {[kind]: areNumbers ? options.map(Number) : options};
  }
  const [low, high, step] = ['low', 'high', 'step'].map((name) => Number(read(name)));
  return step > 0 ? {ordinal: stepsOf(read('input'), low, high, step)} : {[kind]: [low, high]};
}

/** Numbers in steps are an ordinal: those and no others. */
function stepsOf(name, low, high, step) {
  const count = Math.floor((high - low) / step + 1e-9) + 1;
  if (!(count >= 2 && count <= MOST_STEPS)) {
    throw new Error(`Expected 2 to ${MOST_STEPS} values of ${name} but steps of ${step} from ${low} to ${high} make ${Math.max(0, count)}.`);
  }
  return Array.from({length: count}, (_, i) => Number((low + i * step).toPrecision(12)));
}
