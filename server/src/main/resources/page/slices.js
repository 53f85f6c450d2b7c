// What the model believes along each input while the others stay where they are.

import {chart, room, tip, valueAxis} from './chart.js';
import {fill, h} from './dom.js';
import {byImportance} from './importance.js';
import {distance, inputAxis, inputsOf, placeOf} from './inputs.js';
import {number, rounded} from './format.js';
import {doneTrials, focus, valueWriter} from './study-facts.js';

const FIRST = 12;

export function slices() {
  const cells = new Map();
  const grid = h('div', {class: 'multiples'});
  const note = h('p', {class: 'note'});
  const through = h(
    'select',
    {onChange: () => show()},
    h('option', {value: 'best'}, 'the best point'),
    h('option', {value: 'next'}, 'the next trial'),
  );
  const same = h('input', {type: 'checkbox', checked: true, onChange: () => show()});
  const more = h('button', {type: 'button', onClick: () => { isAll = true; show(); }});
  const element = h(
    'section',
    {class: 'card full', 'aria-labelledby': 'slices-title'},
    h('h2', {id: 'slices-title'}, 'Slices of the posterior'),
    h('p', {class: 'controls'}, h('label', {}, 'through ', through), h('label', {}, same, ' the same vertical scale')),
    note,
    h('ul', {class: 'legend'},
      h('li', {class: 'key-best'}, 'median'), h('li', {class: 'key-band'}, '80 % of the prediction'),
      h('li', {class: 'key-point'}, 'the point itself'), h('li', {class: 'key-trial'}, 'a trial, the stronger the more alike its other inputs'),
      h('li', {class: 'key-hope'}, 'attraction: the next trial is where it is highest')),
    grid,
    more,
  );
  let state = null;
  let isAll = false;

  function show() {
    const found = state.insight?.slices ?? [];
    element.hidden = found.length === 0;
    if (found.length === 0) {
      return;
    }
    const hasNext = found[0].next && state.insight.next.params;
    const which = hasNext ? through.value : 'best';
    through.disabled = !hasNext;
    const point = which === 'next' ? state.insight.next : state.insight.through;
    fill(note, `Each picture changes one input of ${which === 'next' ? 'the next trial' : `trial ${point.trial}, the best`}, and leaves all others as they are.`);
    const all = byImportance(state.insight).map(({input}) => input);
    const order = all.filter((name) => found.find((slice) => slice.input === name)[which].median.some((value) => value !== null));
    const left = all.filter((name) => !order.includes(name));
    if (left.length > 0) {
      note.append(` Of no account there: ${left.join(', ')}.`);
    }
    const visible = order.slice(0, isAll ? order.length : FIRST);
    more.hidden = visible.length === order.length;
    fill(more, `Show all ${order.length} inputs`);
    const inputs = inputsOf(state.study);
    const range = same.checked ? commonRange(state, found.map((slice) => slice[which])) : {};
    fill(grid, ...visible.map((name) => {
      const slice = found.find((one) => one.input === name);
      return cell(name, inputs.find((one) => one.name === name), slice, slice[which], point, range).element;
    }));
  }

  function cell(name, input, slice, prediction, point, range) {
    if (!cells.has(name)) {
      const picture = chart(`Slice along ${name}`, 190);
      cells.set(name, {picture, element: h('figure', {}, h('figcaption', {}, name), picture.element)});
    }
    const {picture, element: figure} = cells.get(name);
    picture.set(content(state, input, slice.values, prediction, point, range));
    return {element: figure};
  }

  return {
    element,
    update(next) {
      state = next;
      show();
    },
  };
}

/** From the best that is believed anywhere to the usual worst; predictions beyond it are cut. */
function commonRange({study, trials}, predictions) {
  const sign = study.goal === 'maximise' ? -1 : 1;
  const numbers = (part) => predictions.flatMap((prediction) => prediction[part].filter((value) => value !== null));
  const best = Math.min(...numbers(sign === 1 ? 'low' : 'high').map((value) => sign * value));
  const {bound} = focus(study, doneTrials(trials).map((trial) => trial.value));
  const median = Math.max(...numbers('median').map((value) => sign * value));
  const worst = bound === null ? median + 0.1 * (median - best) : Math.min(median + 0.1 * (median - best), sign * bound);
  const round = (value) => rounded(value, Math.abs(worst - best), 3);
  const ends = [round(sign * best), round(sign * worst)].sort((a, b) => a - b);
  return ends[0] < ends[1] ? {min: ends[0], max: ends[1]} : {};
}

function content(state, input, values, prediction, point, range) {
  const {study, trials} = state;
  const write = valueWriter(trials);
  const others = inputsOf(study).filter(({name}) => name !== input.name);
  const seen = doneTrials(trials).filter((trial) => trial.params?.[input.name] !== undefined);
  const at = (trial) => [placeOf(input, trial.params[input.name]), trial.value];
  const places = values.map((value) => placeOf(input, value));
  const known = places.map((_, i) => i).filter((i) => prediction.median[i] !== null);
  const here = known.find((i) => input.write(values[i]) === input.write(point.params[input.name]));
  return {
    state,
    points: seen.map((trial) => ({trial: trial.trial, at: at(trial)})),
    summary: sentence(study, input, values, prediction, known, write),
    table: () => ({
      head: [input.name, 'Median', '80 % from', 'to', 'Attraction'],
      rows: known.map((i) => [input.write(values[i]), write(prediction.median[i]), write(prediction.low[i]), write(prediction.high[i]), number(prediction.attraction[i])]),
    }),
    option: (colours) => {
      const left = room(known.map((i) => write(prediction.median[i])), 50, 110);
      const bottom = {gridIndex: 1, min: 0, max: 1, show: false, type: 'value'};
      return {
        grid: [
          {left, right: 20, top: 8, height: 116, outerBoundsMode: 'none'},
          {left, right: 20, top: 132, height: 30, outerBoundsMode: 'none'},
        ],
        tooltip: {trigger: 'axis', axisPointer: {type: 'line', lineStyle: {color: colours.line}},
          formatter: (items) => hint(input, values, prediction, items, write)},
        xAxis: [
          inputAxis(colours, input, {axisLabel: {show: false}, axisTick: {show: false}}),
          inputAxis(colours, input, {gridIndex: 1}),
        ],
        yAxis: [valueAxis(colours, {axisLabel: {formatter: write, width: left - 4, overflow: 'truncate', showMinLabel: false, showMaxLabel: false}, splitNumber: 3, ...range}), bottom],
        series: [
          ...(input.isNumeric ? area(colours, places, prediction, known) : bars(colours, places, prediction, known)),
          {
            type: 'line', xAxisIndex: 1, yAxisIndex: 1, symbol: input.isNumeric ? 'none' : 'circle', symbolSize: 5,
            itemStyle: {color: colours.next}, lineStyle: {color: colours.next, width: input.isNumeric ? 1.5 : 0},
            areaStyle: input.isNumeric ? {color: colours.next, opacity: 0.35} : null,
            data: known.map((i) => [places[i], prediction.attraction[i]]),
          },
          {
            type: 'scatter', name: 'trial', symbolSize: 5, clip: true, z: 4,
            data: seen.map((trial) => ({
              value: at(trial), trial: trial.trial,
              itemStyle: {color: colours.text, opacity: 0.1 + 0.7 * Math.exp(-5 * distance(others, trial.params, point.params))},
            })),
          },
          marker(colours, input, prediction, point, places, here),
        ],
      };
    },
  };
}

/** The point that the slice goes through. */
function marker(colours, input, prediction, point, places, here) {
  const place = placeOf(input, point.params[input.name]);
  const nearest = places.reduce((best, at, i) => (Math.abs(at - place) < Math.abs(places[best] - place) ? i : best), 0);
  return {
    type: 'scatter', symbolSize: 9, z: 6, silent: true, clip: false,
    itemStyle: {color: colours.card, borderColor: colours.main, borderWidth: 2.5},
    data: [[place, prediction.median[here ?? nearest]]],
  };
}

function area(colours, places, prediction, known) {
  return [
    {
      type: 'custom', silent: true, clip: true,
      encode: {x: 0, y: [1, 2]},
      // one item draws the whole band; the others are there to give the axis its extent
      data: known.map((i) => [places[i], prediction.low[i], prediction.high[i]]),
      renderItem: (params, api) => params.dataIndex > 0 ? null : {
        type: 'polygon',
        shape: {points: [
          ...known.map((i) => api.coord([places[i], prediction.low[i]])),
          ...known.map((i) => api.coord([places[i], prediction.high[i]])).reverse(),
        ]},
        style: {fill: colours.main, opacity: 0.18},
      },
    },
    {
      type: 'line', clip: true, symbol: known.length < 15 ? 'circle' : 'none', symbolSize: 4, itemStyle: {color: colours.main},
      lineStyle: {color: colours.main, width: 2}, data: known.map((i) => [places[i], prediction.median[i]]),
    },
  ];
}

function bars(colours, places, prediction, known) {
  return [
    {
      type: 'custom', silent: true, clip: true,
      encode: {x: 0, y: [1, 2]},
      data: known.map((i) => [places[i], prediction.low[i], prediction.high[i]]),
      renderItem: (_, api) => {
        const low = api.coord([api.value(0), api.value(1)]);
        const high = api.coord([api.value(0), api.value(2)]);
        return {type: 'rect', shape: {x: low[0] - 5, y: high[1], width: 10, height: Math.max(1, low[1] - high[1])}, style: {fill: colours.main, opacity: 0.25}};
      },
    },
    {type: 'scatter', symbolSize: 7, itemStyle: {color: colours.main}, data: known.map((i) => [places[i], prediction.median[i]])},
  ];
}

function hint(input, values, prediction, items, write) {
  const place = items[0].axisValue ?? items[0].value[0];
  const i = input.isNumeric
    ? values.reduce((best, value, j) => (Math.abs(value - place) < Math.abs(values[best] - place) ? j : best), 0)
    : Math.max(0, input.options.map(input.write).indexOf(String(place)));
  return tip(`${input.name} = ${input.write(values[i])}`, [
    ['median', write(prediction.median[i])],
    ['80 % between', `${write(prediction.low[i])} and ${write(prediction.high[i])}`],
    ['attraction', number(prediction.attraction[i])],
  ]);
}

function sentence(study, input, values, prediction, known, write) {
  if (known.length === 0) {
    return `${input.name} cannot be changed without breaking a condition.`;
  }
  const better = (i, j) => (study.goal === 'maximise' ? prediction.median[i] > prediction.median[j] : prediction.median[i] < prediction.median[j]);
  const best = known.reduce((found, i) => (better(i, found) ? i : found), known[0]);
  return `Along ${input.name} the expected ${study.objective} is best, ${write(prediction.median[best])}, at ${input.write(values[best])}.`;
}
