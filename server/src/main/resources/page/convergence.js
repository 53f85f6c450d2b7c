// How the best value came about, and what the model still expects.

import {axis, chart, isPositive, tip, valueAxis} from './chart.js';
import {fill, h} from './dom.js';
import {bestSoFar, bestTrial, countsOf, doneTrials, focus, isOver, limitsOf, solutions, valueWriter} from './study-facts.js';
import {count, duration, percent, rough} from './format.js';

const CROSS = 'path://M0,1 L1,0 L5,4 L9,0 L10,1 L6,5 L10,9 L9,10 L5,6 L1,10 L0,9 L4,5 Z';

export function convergence() {
  const picture = chart('Convergence', 340);
  const note = h('p', {class: 'note'});
  const beyond = h('li', {class: 'key-hollow'}, 'a trial beyond a limit');
  const keys = legend(beyond);
  const over = h('select', {onChange: redraw}, h('option', {value: 'trial'}, 'trials'), h('option', {value: 'time'}, 'time'));
  const logValue = h('input', {type: 'checkbox', onChange: redraw});
  const logPlace = h('input', {type: 'checkbox', onChange: redraw});
  const element = h(
    'section',
    {class: 'card wide', 'aria-labelledby': 'convergence-title'},
    h('h2', {id: 'convergence-title'}, 'Convergence'),
    note,
    h('p', {class: 'controls'}, h('label', {}, 'over ', over), h('label', {}, logValue, ' log values'), h('label', {}, logPlace, ' log trials or time')),
    keys,
    picture.element,
  );
  let state = null;

  function redraw() {
    picture.unzoom();
    show();
  }

  function show() {
    const done = doneTrials(state.trials);
    logValue.disabled = !isPositive(done.map((trial) => trial.value));
    draw(state, done, picture, note, {isTime: over.value === 'time', isLogValue: logValue.checked && !logValue.disabled, isLogPlace: logPlace.checked});
  }

  return {
    element,
    update(next) {
      state = next;
      element.hidden = bestTrial(state.study, state.trials) === null;
      beyond.hidden = limitsOf(state.study).length === 0;
      if (!element.hidden) {
        show();
      }
    },
  };
}

function legend(beyond) {
  return h(
    'ul',
    {class: 'legend'},
    h('li', {class: 'key-trial'}, 'a trial'),
    beyond,
    h('li', {class: 'key-failed'}, 'failed'),
    h('li', {class: 'key-best'}, 'best so far'),
    h('li', {class: 'key-hope'}, 'what the model expected the next trial to gain'),
  );
}

function draw(state, done, picture, note, {isTime, isLogValue, isLogPlace}) {
  const {study, trials, insight} = state;
  const failed = trials.filter((trial) => trial.state === 'failed');
  const best = bestTrial(study, trials);
  const kept = new Set(solutions(study, trials));
  const write = valueWriter(trials);
  const place = placement(trials, isTime, isLogPlace);
  const inOrder = isTime ? [...trials].sort((a, b) => place(a) - place(b)) : trials;
  const byNumber = new Map(trials.map((trial) => [trial.trial, trial]));
  const steps = bestSoFar(study, inOrder);
  const line = steps.map(([trial, value]) => [place(byNumber.get(trial)), value]);
  const hopes = (isTime ? [] : insight?.hopes ?? []).filter(({trial}) => !isLogPlace || trial > 0);
  const edges = hopes.map((o) => (study.goal === 'maximise' ? o.best + o.gain : o.best - o.gain));
  const {isCut, bound} = isLogValue ? {isCut: () => false, bound: null} : focus(study, done.map((trial) => trial.value));
  const cut = done.filter((trial) => isCut(trial.value)).length;
  fill(note, sentence(state, best), cut > 0 ? ` ${count(cut, 'trial')} with much worse values ${cut === 1 ? 'lies' : 'lie'} outside the picture.` : '');
  const last = Math.max(...inOrder.map(place));
  const item = (trial) => ({value: [place(trial), trial.value], trial: trial.trial});
  picture.set({
    state,
    summary: sentence(state, best),
    points: done.map((trial) => ({trial: trial.trial, at: [place(trial), trial.value]})),
    table: () => ({
      head: ['Trial', study.objective, 'Best so far', 'Expected gain of the next'],
      rows: done.map((trial) => [
        String(trial.trial), write(trial.value), write(steps.findLast(([step]) => step <= trial.trial)?.[1]),
        rough((insight?.hopes ?? []).findLast((o) => o.trial <= trial.trial + 1)?.gain),
      ]),
    }),
    option: (colours) => ({
      grid: {left: 8, right: 16, top: 12, bottom: 28},
      tooltip: {trigger: 'item', formatter: (found) => hint(study, found, byNumber, write)},
      xAxis: axis(colours, {
        type: isLogPlace ? 'log' : 'value', ...(isLogPlace ? {min: isTime ? 'dataMin' : 1} : {min: 0}), max: Math.max(1, last), minInterval: isTime ? 0 : 1,
        name: isTime ? 'time since the first trial' : isLogPlace ? 'trials' : 'trial', nameLocation: 'middle', nameGap: 24,
        axisLabel: isTime ? {formatter: (seconds) => duration(seconds)} : {},
      }),
      yAxis: valueAxis(colours, {
        type: isLogValue ? 'log' : 'value',
        axisLabel: {formatter: write},
        ...(bound === null ? {} : study.goal === 'maximise' ? {min: bound} : {max: bound}),
      }),
      series: [
        band(colours, hopes, edges, isLogPlace ? 0 : 1),
        {
          type: 'scatter', name: 'trial', symbolSize: 7, clip: true,
          itemStyle: {color: colours.quiet, opacity: 0.7},
          data: done.filter((trial) => kept.has(trial) && trial !== best).map(item),
        },
        {
          type: 'scatter', name: 'trial', symbolSize: 7, clip: true,
          itemStyle: {color: 'transparent', borderColor: colours.quiet, borderWidth: 1.5, opacity: 0.7},
          data: done.filter((trial) => !kept.has(trial)).map(item),
        },
        {
          type: 'line', name: 'best', step: 'end', symbol: 'none', silent: true, clip: true,
          lineStyle: {color: colours.main, width: 2.5},
          data: line.at(-1)[0] < last ? [...line, [last, line.at(-1)[1]]] : line,
        },
        {
          type: 'scatter', name: 'failed', symbol: CROSS, symbolSize: 9, itemStyle: {color: colours.bad},
          data: failed.map((trial) => ({value: [place(trial), floor(done, bound, study)], trial: trial.trial})),
        },
        {
          type: 'scatter', name: 'trial', symbolSize: 12, z: 5, clip: false,
          itemStyle: {color: colours.main, borderColor: colours.card, borderWidth: 2},
          data: [item(best)],
        },
      ],
    }),
  });
}

/** Where a trial stands: its number, the first one 1 on a log axis, or the seconds until its end. */
function placement(trials, isTime, isLog) {
  const begin = Math.min(...trials.map((trial) => Date.parse(trial.created)));
  const seconds = (trial) => (Date.parse(trial.finished ?? trial.created) - begin) / 1000;
  return isTime ? (trial) => Math.max(isLog ? 1e-3 : 0, seconds(trial)) : (trial) => trial.trial + (isLog ? 1 : 0);
}

/** Failed trials stand at the bad end of the picture. */
function floor(done, bound, study) {
  const values = done.map((trial) => trial.value);
  return bound ?? (study.goal === 'maximise' ? Math.min(...values) : Math.max(...values));
}

/** @param shift by how much the place of a trial is less than the number of the next one */
function band(colours, hopes, edges, shift) {
  return {
    type: 'custom', silent: true, clip: true, z: 1,
    data: hopes.length === 0 ? [] : [[hopes[0].trial, hopes[0].best]],
    encode: {x: 0, y: 1},
    renderItem: (_, api) => ({
      type: 'polygon',
      shape: {
        points: [
          ...hopes.map((o) => api.coord([o.trial - shift, o.best])),
          ...hopes.map((o, i) => api.coord([o.trial - shift, edges[i]])).reverse(),
        ],
      },
      style: {fill: colours.next, opacity: 0.35},
    }),
  };
}

function hint(study, {data}, byNumber, write) {
  const {trial, state, value, reason} = byNumber.get(data.trial);
  return state === 'failed' ? tip(`Trial ${trial} failed`, [['', reason ?? '']]) : tip(`Trial ${trial}`, [[study.objective, write(value)]]);
}

function sentence({study, trials, insight}, best) {
  const counts = countsOf(trials);
  const found = `The best ${study.objective} of ${count(counts.done, 'trial')} is ${valueWriter(trials)(best.value)}, in trial ${best.trial}.`;
  const gain = insight?.next?.expectedImprovement;
  const what = study.noisy && insight?.incumbent !== undefined ? `the ${valueWriter(trials)(insight.incumbent)} that it expects of the best one so far` : 'it';
  return [
    found,
    gain === undefined || isOver(study) ? '' : `The model expects the next trial to better ${what} by ${rough(gain)} on average.`,
    insight?.forecast ? stillToGain(insight.forecast) : '',
  ].filter(Boolean).join(' ');
}

/** What the next trials may bring, in words. */
function stillToGain({trials, much, chance}) {
  return `The chance that ${trials} more trials better the best value by more than ${rough(much)}, a hundredth of the way so far, is ${percent(chance)}.`;
}
