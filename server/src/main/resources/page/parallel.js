// All trials at once: a line for each, from input to input, to its value.

import {chart, room, tip} from './chart.js';
import {mix} from './colours.js';
import {fill, h, scroller} from './dom.js';
import {byImportance} from './importance.js';
import {inputsOf} from './inputs.js';
import {doneTrials, focus, ranks, valueWriter} from './study-facts.js';
import {count} from './format.js';

const WIDTH = 92;
const MANY = 150;
const FEW = 20; // lines that stand out of many

export function parallel() {
  const picture = chart('Parallel coordinates', 340);
  const note = h('p', {class: 'note'});
  const ramp = h('span', {class: 'ramp two', 'aria-hidden': true});
  const frame = scroller('Parallel coordinates, scrolls sideways', picture.element);
  const element = h(
    'section',
    {class: 'card full', 'aria-labelledby': 'parallel-title'},
    h('h2', {id: 'parallel-title'}, 'Parallel coordinates'),
    note,
    h('p', {class: 'scale'}, h('span', {}, 'worst'), ramp, h('span', {}, 'best')),
    frame,
  );
  return {
    element,
    update(state) {
      const done = doneTrials(state.trials);
      element.hidden = done.length === 0;
      if (done.length > 0) {
        const inputs = ordered(state);
        picture.element.style.minWidth = `${WIDTH * (inputs.length + 1)}px`;
        fill(note, `${count(done.length, 'trial')} with a value, a line each; the better the bluer.${done.length > MANY ? ` The best ${FEW} stand out.` : ''} Drag along an axis to see only the lines that pass there.`);
        picture.set(content(state, inputs, done));
      }
    },
  };
}

/** The inputs, the most important ones next to the value. */
function ordered(state) {
  const inputs = inputsOf(state.study);
  const order = byImportance(state.insight).map(({input}) => input).reverse();
  return order.length === 0 ? inputs : order.map((name) => inputs.find((input) => input.name === name));
}

function content(state, inputs, done) {
  const {study, trials} = state;
  const rank = ranks(study, trials);
  const write = valueWriter(trials);
  const {bound} = focus(study, done.map((trial) => trial.value));
  const worstFirst = [...done].sort((a, b) => rank.get(a.trial) - rank.get(b.trial));
  const clipped = (value) => (bound === null ? value : study.goal === 'maximise' ? Math.max(bound, value) : Math.min(bound, value));
  const isMany = done.length > MANY;
  const look = lookOf(state, done, rank, isMany);
  return {
    state,
    trialOf: (item) => worstFirst[item.dataIndex]?.trial,
    summary: `Parallel coordinates of ${count(done.length, 'trial')} over ${count(inputs.length, 'input')}.`,
    table: () => ({
      head: ['Trial', ...inputs.map((input) => input.name), study.objective],
      rows: done.map((trial) => [String(trial.trial), ...inputs.map((input) => input.write(trial.params[input.name])), write(trial.value)]),
    }),
    option: (colours) => ({
      tooltip: {trigger: 'item', formatter: (item) => hint(study, inputs, worstFirst[item.dataIndex], write)},
      parallel: {left: 56, right: room(done.map((trial) => write(trial.value)), 56, 130), top: 34, bottom: 22, parallelAxisDefault: style(colours)},
      parallelAxis: [
        ...inputs.map((input, dim) => ({dim, name: shortened(input.name), ...scaleOf(input), axisLabel: {formatter: (value) => (input.isNumeric ? input.write(value) : shortened(value))}})),
        {
          dim: inputs.length, name: shortened(study.objective), type: 'value', scale: true, inverse: study.goal !== 'maximise',
          nameLocation: study.goal === 'maximise' ? 'end' : 'start',
          axisLabel: {formatter: write, color: colours.quiet}, nameTextStyle: {color: colours.text, fontWeight: 'bold'},
          ...(bound === null ? {} : study.goal === 'maximise' ? {min: bound} : {max: bound}),
        },
      ],
      series: [{
        type: 'parallel', smooth: false, inactiveOpacity: 0.03, activeOpacity: 0.9,
        lineStyle: {width: 1.5},
        data: worstFirst.map((trial) => ({
          value: [...inputs.map((input) => placeText(input, trial.params[input.name])), clipped(trial.value)],
          lineStyle: {color: mix(colours.worst, colours.main, rank.get(trial.trial) ** 2), ...look(trial)},
        })),
      }],
    }),
  };
}

/** Of many lines the best stand out, or those that are chosen; the others are a background. */
function lookOf({chosen}, done, rank, isMany) {
  const good = [...done].map((trial) => rank.get(trial.trial)).sort((a, b) => b - a)[Math.min(FEW, done.length) - 1];
  return ({trial}) => {
    const share = rank.get(trial);
    if (chosen.size > 0) {
      return chosen.has(trial) ? {opacity: 1, width: 2.5} : {opacity: isMany ? 0.04 : 0.12, width: 1};
    }
    if (isMany && share < good) {
      return {opacity: Math.max(0.04, 25 / done.length), width: 1};
    }
    return {opacity: isMany ? 0.9 : 0.3 + 0.6 * share ** 3, width: share === 1 ? 3 : 1.5};
  };
}

function style(colours) {
  return {
    nameTextStyle: {color: colours.quiet}, nameGap: 14,
    axisLine: {lineStyle: {color: colours.line, width: 1.5}}, axisTick: {show: false}, splitLine: {show: false},
    axisLabel: {color: colours.text, backgroundColor: colours.card, padding: [1, 3], fontSize: 11, showMinLabel: true, showMaxLabel: true},
    areaSelectStyle: {width: 14, color: colours.main, opacity: 0.25, borderColor: colours.main},
  };
}

function scaleOf(input) {
  if (!input.isNumeric) {
    return {type: 'category', data: input.options.map(input.write)};
  }
  return {type: input.isLog && input.high / input.low > 10 ? 'log' : 'value', min: input.low, max: input.high, splitNumber: 3};
}

/** A value as the axis of its input takes it; a dash where there is none. */
function placeText(input, value) {
  if (value === undefined) {
    return '-';
  }
  return input.isNumeric ? value : input.write(value);
}

function shortened(name) {
  return name.length > 12 ? `${name.slice(0, 11)}…` : name;
}

function hint(study, inputs, trial, write) {
  const some = inputs.slice(-10).map((input) => [input.name, input.write(trial.params[input.name])]);
  return tip(`Trial ${trial.trial}: ${study.objective} ${write(trial.value)}`, some);
}
