// The form of a new study.

import {ask, field} from './dialogs.js';
import {fill, h} from './dom.js';

const KINDS = ['real', 'integer', 'choice', 'ordinal', 'flag'];

/** @param then takes the name of the study once there is one */
export function askStudy(source, then) {
  const inputs = h('div', {class: 'inputs'});
  const add = () => inputs.append(inputRow());
  add();
  ask(
    'New study',
    [
      field('Name', h('input', {name: 'name', type: 'text', required: true, pattern: '[A-Za-z0-9_][A-Za-z0-9._\\-]{0,99}', autocomplete: 'off'}), 'Letters, digits, dots, dashes and underscores.'),
      h('div', {class: 'pair'},
        field('Goal', h('select', {name: 'goal'}, h('option', {}, 'minimise'), h('option', {}, 'maximise'))),
        field('of', h('input', {name: 'objective', type: 'text', required: true, value: 'value'}))),
      field('Trials', h('input', {name: 'trials', type: 'number', min: 1, step: 1, value: 50})),
      h('fieldset', {}, h('legend', {}, 'Inputs'), inputs, h('button', {type: 'button', onClick: add}, 'Add an input')),
    ],
    'Create',
    async (data) => {
      const parameters = [...inputs.children].map((row) => parameterOf(row));
      const study = {name: data.get('name'), space: {[data.get('goal')]: data.get('objective'), parameters}};
      if (data.get('trials')) {
        study.trials = Number(data.get('trials'));
      }
      await source.create(study);
      then(data.get('name'));
    },
  );
}

function inputRow() {
  const range = h('span', {class: 'range'});
  const kind = h('select', {name: 'kind', 'aria-label': 'Kind', onChange: () => fill(range, ...rangeFields(kind.value))}, ...KINDS.map((name) => h('option', {}, name)));
  fill(range, ...rangeFields('real'));
  const row = h(
    'div',
    {class: 'input', role: 'group', 'aria-label': 'Input'},
    h('input', {name: 'input', type: 'text', placeholder: 'name', 'aria-label': 'Name of the input', required: true}),
    kind,
    range,
    h('button', {type: 'button', 'aria-label': 'Remove this input', onClick: () => row.remove()}, '✕'),
  );
  return row;
}

function rangeFields(kind) {
  const bound = (name, label) => h('input', {name, type: 'number', step: kind === 'integer' ? 1 : 'any', placeholder: label, 'aria-label': label, required: true});
  if (kind === 'real' || kind === 'integer') {
    return [bound('low', 'from'), bound('high', 'to'), h('label', {class: 'check'}, h('input', {name: 'log', type: 'checkbox'}), ' log')];
  }
  return kind === 'flag' ? [] : [h('input', {name: 'options', type: 'text', placeholder: 'options, with commas', 'aria-label': 'Options, with commas between them', required: true})];
}

function parameterOf(row) {
  const read = (name) => row.querySelector(`[name=${name}]`);
  const kind = read('kind').value;
  const parameter = {name: read('input').value};
  if (kind === 'flag') {
    parameter.flag = true;
  } else if (kind === 'choice' || kind === 'ordinal') {
    const options = read('options').value.split(',').map((option) => option.trim());
    const areNumbers = kind === 'ordinal' && options.every((option) => option !== '' && Number.isFinite(Number(option)));
    parameter[kind] = areNumbers ? options.map(Number) : options;
  } else {
    parameter[kind] = [Number(read('low').value), Number(read('high').value)];
    if (read('log').checked) {
      parameter.scale = 'log';
    }
  }
  return parameter;
}
