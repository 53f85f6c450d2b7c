// How the best value came about, and what the model still expects.

import {axis, chart, tip, valueAxis} from './chart.js';
import {fill, h} from './dom.js';
import {bestSoFar, bestTrial, countsOf, doneTrials, focus, limitsOf, solutions, valueWriter} from './study-facts.js';
import {count, percent, rough} from './format.js';

const CROSS = 'path://M0,1 L1,0 L5,4 L9,0 L10,1 L6,5 L10,9 L9,10 L5,6 L1,10 L0,9 L4,5 Z';

export function convergence() {
  const picture = chart('Convergence', 340);
  const note = h('p', {class: 'note'});
  const beyond = h('li', {class: 'key-hollow'}, 'a trial beyond a limit');
  const keys = legend(beyond);
  const element = h(
    'section',
    {class: 'card wide', 'aria-labelledby': 'convergence-title'},
    h('h2', {id: 'convergence-title'}, 'Convergence'),
    note,
    keys,
    picture.element,
  );
  return {
    element,
    update(state) {
      const done = doneTrials(state.trials);
      element.hidden = bestTrial(state.study, state.trials) === null;
      beyond.hidden = limitsOf(state.study).length === 0;
      if (!element.hidden) {
        draw(state, done, picture, note);
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

function draw(state, done, picture, note) {
  const {study, trials, insight} = state;
  const failed = trials.filter((trial) => trial.state === 'failed');
  const best = bestTrial(study, trials);
  const kept = solutions(study, trials);
  const steps = bestSoFar(study, trials);
  const hopes = insight?.hopes ?? [];
  const write = valueWriter(trials);
  const edges = hopes.map((o) => (study.goal === 'maximise' ? o.best + o.gain : o.best - o.gain));
  const {isCut, bound} = focus(study, done.map((trial) => trial.value));
  const cut = done.filter((trial) => isCut(trial.value)).length;
  fill(note, sentence(state, best), cut > 0 ? ` ${count(cut, 'trial')} with much worse values ${cut === 1 ? 'lies' : 'lie'} outside the picture.` : '');
  const last = trials.at(-1).trial;
  picture.set({
    summary: sentence(state, best),
    table: () => ({
      head: ['Trial', study.objective, 'Best so far', 'Expected gain of the next'],
      rows: done.map((trial) => [
        String(trial.trial), write(trial.value), write(steps.findLast(([step]) => step <= trial.trial)?.[1]),
        rough(hopes.findLast((o) => o.trial <= trial.trial + 1)?.gain),
      ]),
    }),
    option: (colours) => ({
      grid: {left: 8, right: 12, top: 12, bottom: 28},
      tooltip: {trigger: 'item', formatter: (item) => hint(study, item, write)},
      xAxis: axis(colours, {type: 'value', min: 0, max: Math.max(1, last), minInterval: 1, name: 'trial', nameLocation: 'middle', nameGap: 24}),
      yAxis: valueAxis(colours, {
        axisLabel: {formatter: write},
        ...(bound === null ? {} : study.goal === 'maximise' ? {min: bound} : {max: bound}),
      }),
      series: [
        band(colours, hopes, edges),
        {
          type: 'scatter', name: 'trial', symbolSize: 7, clip: true,
          itemStyle: {color: colours.quiet, opacity: 0.7},
          data: kept.map((trial) => [trial.trial, trial.value]),
        },
        {
          type: 'scatter', name: 'trial', symbolSize: 7, clip: true,
          itemStyle: {color: 'transparent', borderColor: colours.quiet, borderWidth: 1.5, opacity: 0.7},
          data: done.filter((trial) => !kept.includes(trial)).map((trial) => [trial.trial, trial.value]),
        },
        {
          type: 'line', name: 'best', step: 'end', symbol: 'none', silent: true,
          lineStyle: {color: colours.main, width: 2.5},
          data: steps.at(-1)[0] < last ? [...steps, [last, steps.at(-1)[1]]] : steps,
        },
        {
          type: 'scatter', name: 'failed', symbol: CROSS, symbolSize: 9, itemStyle: {color: colours.bad},
          data: failed.map((trial) => ({value: [trial.trial, floor(done, bound, study)], reason: trial.reason})),
        },
        {
          type: 'scatter', name: 'trial', symbolSize: 12, z: 5,
          itemStyle: {color: colours.main, borderColor: colours.card, borderWidth: 2},
          data: [[best.trial, best.value]],
        },
      ],
    }),
  });
}

/** Failed trials stand at the bad end of the picture. */
function floor(done, bound, study) {
  const values = done.map((trial) => trial.value);
  return bound ?? (study.goal === 'maximise' ? Math.min(...values) : Math.max(...values));
}

function band(colours, hopes, edges) {
  return {
    type: 'custom', silent: true, clip: true, z: 1,
    data: hopes.length === 0 ? [] : [[hopes[0].trial, hopes[0].best]],
    encode: {x: 0, y: 1},
    renderItem: (_, api) => ({
      type: 'polygon',
      shape: {
        points: [
          ...hopes.map((o) => api.coord([o.trial - 1, o.best])),
          ...hopes.map((o, i) => api.coord([o.trial - 1, edges[i]])).reverse(),
        ],
      },
      style: {fill: colours.next, opacity: 0.35},
    }),
  };
}

function hint(study, item, write) {
  return item.seriesName === 'failed'
    ? tip(`Trial ${item.value[0]} failed`, [['', item.data.reason ?? '']])
    : tip(`Trial ${item.value[0]}`, [[study.objective, write(item.value[1])]]);
}

function sentence({study, trials, insight}, best) {
  const counts = countsOf(trials);
  const found = `The best ${study.objective} of ${count(counts.done, 'trial')} is ${valueWriter(trials)(best.value)}, in trial ${best.trial}.`;
  const gain = insight?.next?.expectedImprovement;
  return [
    found,
    gain === undefined ? '' : `The model expects the next trial to better it by ${rough(gain)} on average.`,
    insight?.outlook ? stillToGain(insight.outlook) : '',
  ].filter(Boolean).join(' ');
}

/** What the next trials may bring, in words. */
function stillToGain({trials, much, chance}) {
  return `The chance that the next ${trials} trials better it by more than ${rough(much)}, a hundredth of the way so far, is ${percent(chance)}.`;
}
