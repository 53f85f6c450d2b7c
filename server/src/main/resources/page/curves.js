// What trials reported as they went, and where some were cut.

import {axis, chart, isPositive, tip, valueAxis} from './chart.js';
import {fill, h} from './dom.js';
import {bestTrial, focus, isBetter} from './study-facts.js';
import {alike, count} from './format.js';

export function curves() {
  const picture = chart('Learning curves', 340);
  const note = h('p', {class: 'note'});
  const log = h('input', {type: 'checkbox', onChange: () => show()});
  let state = null;
  const element = h(
    'section',
    {class: 'card wide', 'aria-labelledby': 'curves-title'},
    h('h2', {id: 'curves-title'}, 'Learning curves'),
    note,
    h('p', {class: 'controls'}, h('label', {}, log, ' log scales')),
    h('ul', {class: 'legend'}, h('li', {class: 'key-line'}, 'a trial'), h('li', {class: 'key-cut'}, 'ended early'), h('li', {class: 'key-best'}, 'the best')),
    picture.element,
  );
  return {
    element,
    update(next) {
      state = next;
      show();
    },
  };

  function show() {
    const told = state.trials.filter((trial) => trial.curve !== undefined && trial.state !== 'deleted');
    element.hidden = told.length === 0;
    if (told.length > 0) {
      draw(state, told, picture, note, log.checked);
    }
  }
}

function draw(state, told, picture, note, isLog) {
  const {study, trials, chosen} = state;
  const cut = told.filter((trial) => trial.state === 'stopped');
  const best = bestTrial(study, trials)?.trial;
  const steps = (list) => list.reduce((sum, trial) => sum + trial.curve.at(-1)[0], 0);
  const longest = Math.max(...told.map((trial) => trial.curve.at(-1)[0]));
  const words = `${count(told.length, 'trial')} reported, ${cut.length} ended early: ${steps(told)} of ${longest * told.length} steps were made.`;
  const values = told.flatMap((trial) => trial.curve.map(([, value]) => value));
  const write = alike(values);
  const {bound} = isLog ? {bound: null} : focus(study, values);
  const shown = ([step, value]) => [step, bound !== null && isBetter(study, bound, value) ? bound : value]; // what lies outside, at the edge
  fill(note, words);
  picture.set({
    state,
    trialOf: ({seriesName, data}) => data?.trial ?? Number(/^trial (\d+)$/.exec(seriesName)?.[1]),
    summary: words,
    table: () => ({
      head: ['Trial', 'State', 'Last step', `Last ${study.objective}`],
      rows: told.map((trial) => [String(trial.trial), trial.state, String(trial.curve.at(-1)[0]), write(trial.curve.at(-1)[1])]),
    }),
    option: (colours) => ({
      grid: {left: 8, right: 12, top: 12, bottom: 28},
      tooltip: {trigger: 'item', formatter: ({seriesName, value}) => tip(seriesName, [['step', String(value[0])], [study.objective, write(value[2] ?? value[1])]])},
      xAxis: axis(colours, {type: isLog ? 'log' : 'value', min: isLog ? 1 : 0, max: longest, minInterval: 1, name: 'step', nameLocation: 'middle', nameGap: 24}),
      yAxis: valueAxis(colours, {
        type: isLog && isPositive(values) ? 'log' : 'value',
        axisLabel: {formatter: write},
        ...(bound === null ? {} : study.goal === 'maximise' ? {min: bound} : {max: bound}),
      }),
      series: [
        ...told.map((trial) => line(colours, trial, trial.trial === best || chosen.has(trial.trial), chosen.size > 0 && !chosen.has(trial.trial))),
        {
          type: 'scatter', name: 'ended early', symbol: 'diamond', symbolSize: 9, clip: true, z: 4,
          itemStyle: {color: colours.bad},
          data: cut.map((trial) => ({value: [...shown(trial.curve.at(-1)), trial.curve.at(-1)[1]], trial: trial.trial})),
        },
      ],
    }),
  });
}

function line(colours, trial, isBest, isFaint) {
  return {
    type: 'line', name: `trial ${trial.trial}`, data: trial.curve, symbol: 'circle', symbolSize: 4, showSymbol: false, clip: true, animation: false, triggerLineEvent: true,
    z: isBest ? 3 : 2,
    lineStyle: {width: isBest ? 3 : 1, opacity: isBest ? 1 : isFaint ? 0.15 : 0.55, color: isBest ? colours.main : trial.state === 'stopped' ? colours.bad : colours.quiet},
    itemStyle: {color: isBest ? colours.main : colours.quiet},
  };
}
