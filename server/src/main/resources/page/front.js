// What no trial betters in everything, where a study has several goals.

import {axis, chart, door, tip, valueAxis} from './chart.js';
import {fill, h, scroller, table} from './dom.js';
import {alike, count, rough, setting} from './format.js';
import {inputsOf} from './inputs.js';
import {frontOf, goalsOf, metricWriter, solutions} from './study-facts.js';

export function front() {
  const pictures = h('div', {});
  const volume = chart('Hypervolume over time', 220);
  const list = h('div', {});
  const note = h('p', {class: 'note'});
  const element = h(
    'section',
    {class: 'card wide', 'aria-labelledby': 'front-title'},
    h('h2', {id: 'front-title'}, 'Front'),
    note,
    h('ul', {class: 'legend'}, h('li', {class: 'key-best-dot'}, 'on the front'), h('li', {class: 'key-trial'}, 'another trial')),
    pictures,
    h('h3', {}, 'Hypervolume over time'),
    volume.element,
    h('h3', {}, 'All trials on the front'),
    list,
  );
  const charts = [];
  return {
    element,
    update(state) {
      const {study, trials} = state;
      const goals = goalsOf(study);
      const all = solutions(study, trials);
      element.hidden = goals.length < 2 || all.length === 0;
      if (element.hidden) {
        return;
      }
      const best = frontOf(study, trials);
      const pairs = goals.flatMap((x, i) => goals.slice(i + 1).map((y) => [x, y]));
      while (charts.length < pairs.length) {
        charts.push(chart('Front', 340));
        pictures.append(charts.at(-1).element);
      }
      const words = `${best.length} of ${count(all.length, 'trial')} are on the front: nothing betters them in ${goals.length === 2 ? 'both goals' : 'all goals'}.`;
      fill(note, words);
      volume.set(volumeContent(state.insight?.volumes ?? []));
      fill(list, scroller('Front', table('Front', ['Trial', ...goals.map(({metric}) => metric), ...inputsOf(study).map(({name}) => name), ...(study.command ? ['Command'] : [])], best.map((trial) => [
        door(trial.trial, state), ...goals.map(({metric}) => setting(trial.values[metric])), ...inputsOf(study).map(({name}) => setting(trial.params[name])), ...(study.command ? [h('code', {}, commandOf(study, trial))] : []),
      ]))));
      pairs.forEach((pair, i) => draw(state, charts[i], pair, all, best, words));
    },
  };
}

/** What is run for a trial: its settings in their places. */
export function commandOf(study, trial) {
  return study.command.replace(/\{([^{}\s]+)\}/g, (place, name) => (trial.params[name] === undefined ? place : String(trial.params[name])));
}

/** What the front reaches beyond its reference, after each of some trials. */
function volumeContent(volumes) {
  const write = alike(volumes.map(([, volume]) => volume));
  const last = volumes.at(-1);
  return {
    summary: last ? `After trial ${last[0]} the front reaches ${rough(last[1])} beyond the reference.` : 'Nothing is known of the volume yet.',
    table: () => ({head: ['After trial', 'Hypervolume'], rows: volumes.map(([trial, volume]) => [String(trial), write(volume)])}),
    option: (colours) => ({
      grid: {left: 8, right: 12, top: 12, bottom: 28},
      tooltip: {trigger: 'axis', formatter: ([item]) => tip(`After trial ${item.value[0]}`, [['hypervolume', write(item.value[1])]])},
      xAxis: axis(colours, {type: 'value', min: 0, minInterval: 1, name: 'trial', nameLocation: 'middle', nameGap: 24}),
      yAxis: valueAxis(colours, {min: 0, axisLabel: {formatter: write}}),
      series: [{type: 'line', step: 'end', symbol: 'none', lineStyle: {color: colours.main, width: 2.5}, data: volumes}],
    }),
  };
}

function draw(state, picture, [x, y], all, best, words) {
  const place = (trial) => ({value: [trial.values[x.metric], trial.values[y.metric]], trial: trial.trial});
  const sorted = [...best].sort((a, b) => a.values[x.metric] - b.values[x.metric]);
  const [writeX, writeY] = [x, y].map(({metric}) => metricWriter(all, metric));
  const front = new Set(best);
  const others = all.filter((trial) => !front.has(trial));
  picture.set({
    state,
    points: all.map(place).map(({value, trial}) => ({trial, at: value})),
    summary: `${x.metric} and ${y.metric}. ${words}`,
    table: () => ({head: ['Trial', x.metric, y.metric], rows: sorted.map((trial) => [String(trial.trial), writeX(trial.values[x.metric]), writeY(trial.values[y.metric])])}),
    option: (colours) => ({
      grid: {left: 8, right: 12, top: 32, bottom: 28},
      tooltip: {trigger: 'item', formatter: (item) => tip(`Trial ${item.data.trial}`, [[x.metric, writeX(item.value[0])], [y.metric, writeY(item.value[1])]])},
      xAxis: axis(colours, {type: 'value', scale: true, name: `${x.metric} (${x.goal})`, nameLocation: 'middle', nameGap: 24, axisLabel: {formatter: writeX}}),
      yAxis: valueAxis(colours, {name: `${y.metric} (${y.goal})`, nameTextStyle: {color: colours.quiet, align: 'left'}, axisLabel: {formatter: writeY}}),
      series: [
        {type: 'scatter', name: 'trial', symbolSize: 7, itemStyle: {color: colours.quiet, opacity: 0.6}, data: others.map(place)},
        {type: 'scatter', name: 'front', symbolSize: 10, itemStyle: {color: colours.main, borderColor: colours.card, borderWidth: 1}, data: sorted.map(place)},
      ],
    }),
  });
}
