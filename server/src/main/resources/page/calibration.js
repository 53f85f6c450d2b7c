// Whether the model can be believed: what it predicted against what came.

import {axis, chart, tip, valueAxis} from './chart.js';
import {fill, h} from './dom.js';
import {count, percent} from './format.js';
import {focus, valueWriter} from './study-facts.js';

export function calibration() {
  const picture = chart('Calibration', 320);
  const note = h('p', {class: 'note'});
  const element = h(
    'section',
    {class: 'card', 'aria-labelledby': 'calibration-title'},
    h('h2', {id: 'calibration-title'}, 'Calibration: predicted against observed'),
    note,
    h('ul', {class: 'legend'}, h('li', {class: 'key-best-dot'}, 'inside its 80 % interval'), h('li', {class: 'key-failed'}, 'outside')),
    picture.element,
  );
  return {
    element,
    update(state) {
      const {study, trials, insight} = state;
      const forecasts = insight?.forecasts ?? [];
      element.hidden = forecasts.length === 0;
      if (forecasts.length > 0) {
        fill(note, sentence(study, forecasts));
        picture.set(content(state, forecasts, valueWriter(trials)));
      }
    },
  };
}

function isInside({value, low, high}) {
  return value >= low && value <= high;
}

function sentence(study, forecasts) {
  const inside = forecasts.filter(isInside).length;
  const noise = study.noisy ? ' The interval is of the value without noise, so with noise fewer lie inside.' : '';
  return `${inside} of ${count(forecasts.length, 'value')} (${percent(inside / forecasts.length)}) came inside the 80 % interval.`
    + ` Each was predicted from earlier trials alone.${noise}`;
}

function content(state, forecasts, write) {
  const {study} = state;
  const {bound} = focus(study, forecasts.map((forecast) => forecast.value));
  const limit = bound === null ? {} : study.goal === 'maximise' ? {min: bound} : {max: bound};
  const values = forecasts.map((forecast) => forecast.value).filter((value) => bound === null || (study.goal === 'maximise' ? value >= bound : value <= bound));
  const ends = [Math.min(...values), Math.max(...values)];
  return {
    state,
    points: forecasts.map((f) => ({trial: f.trial, at: [f.value, f.median]})),
    summary: sentence(study, forecasts),
    table: () => ({
      head: ['Trial', 'Observed', 'Predicted', '80 % from', 'to', 'Inside'],
      rows: forecasts.map((f) => [String(f.trial), write(f.value), write(f.median), write(f.low), write(f.high), isInside(f) ? 'yes' : 'no']),
    }),
    option: (colours) => ({
      grid: {left: 24, right: 14, top: 10, bottom: 30},
      tooltip: {trigger: 'item', formatter: (item) => hint(forecasts[item.dataIndex], write)},
      xAxis: axis(colours, {type: 'value', scale: true, splitNumber: 4, name: 'observed', nameLocation: 'middle', nameGap: 24, axisLabel: {formatter: write}, ...limit}),
      yAxis: valueAxis(colours, {name: 'predicted', nameLocation: 'middle', nameGap: 52, axisLabel: {formatter: write}, ...limit}),
      series: [
        {type: 'line', silent: true, symbol: 'none', lineStyle: {color: colours.quiet, width: 1, type: 'dashed'}, data: ends.map((end) => [end, end])},
        {
          type: 'custom', silent: true, clip: true, encode: {x: 0, y: 1},
          data: forecasts.map((f) => [f.value, f.median]),
          renderItem: (params, api) => {
            const f = forecasts[params.dataIndex];
            const [x, low] = api.coord([f.value, f.low]);
            const high = api.coord([f.value, f.high])[1];
            return {type: 'line', shape: {x1: x, x2: x, y1: low, y2: high}, style: {stroke: isInside(f) ? colours.main : colours.bad, opacity: 0.3, lineWidth: 2}};
          },
        },
        {
          type: 'scatter', symbolSize: 7, clip: true,
          data: forecasts.map((f) => ({
            value: [f.value, f.median], trial: f.trial, symbol: isInside(f) ? 'circle' : 'triangle',
            itemStyle: {color: isInside(f) ? colours.main : colours.bad},
          })),
        },
      ],
    }),
  };
}

function hint(f, write) {
  return tip(`Trial ${f.trial}`, [['observed', write(f.value)], ['predicted', write(f.median)], ['80 % between', `${write(f.low)} and ${write(f.high)}`]]);
}
