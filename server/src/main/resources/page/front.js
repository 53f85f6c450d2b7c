// What no trial betters in everything, where a study has several goals.

import {axis, chart, tip, valueAxis} from './chart.js';
import {fill, h} from './dom.js';
import {count} from './format.js';
import {frontOf, goalsOf, metricWriter, solutions} from './study-facts.js';

export function front() {
  const pictures = h('div', {});
  const note = h('p', {class: 'note'});
  const element = h(
    'section',
    {class: 'card wide', 'aria-labelledby': 'front-title'},
    h('h2', {id: 'front-title'}, 'Front'),
    note,
    h('ul', {class: 'legend'}, h('li', {class: 'key-best-dot'}, 'on the front'), h('li', {class: 'key-trial'}, 'another trial')),
    pictures,
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
      pairs.forEach((pair, i) => draw(state, charts[i], pair, all, best, words));
    },
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
