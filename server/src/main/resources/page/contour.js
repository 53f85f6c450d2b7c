// What the model believes over any two inputs.

import {chart, tip} from './chart.js';
import {lines, smooth} from './surface.js';
import {gradient, shade} from './colours.js';
import {fill, h} from './dom.js';
import {byImportance} from './importance.js';
import {inputAxis, inputsOf, placeOf} from './inputs.js';
import {doneTrials, valueWriter} from './study-facts.js';
import {alike, number} from './format.js';

/* Values and widths are coloured by their rank, so that one steep corner does not leave the rest in one colour. */
const VALUES = {
  median: {name: 'the expected value', isRanked: true, of: (c, i) => c.median[i]},
  width: {name: 'the width of the 80 % interval', isRanked: true, of: (c, i) => (c.high[i] === null ? null : c.high[i] - c.low[i])},
  attraction: {name: 'the attraction', isRanked: false, of: (c, i) => c.attraction[i]},
};
const MARKS = [0, 0.25, 0.5, 0.75, 1];

/** @param contourOf of two names a promise of their contour, or of null if it is not there */
export function contour(contourOf) {
  const picture = chart('Contour', 380);
  const first = h('select', {onChange: () => load()});
  const second = h('select', {onChange: () => load()});
  const what = h('select', {onChange: () => draw()}, ...Object.entries(VALUES).map(([id, {name}]) => h('option', {value: id}, name)));
  const note = h('p', {class: 'note', role: 'status'});
  const ramp = h('span', {class: 'ramp', 'aria-hidden': true});
  ramp.style.background = gradient();
  const marks = h('span', {class: 'marks'});
  const scale = h('p', {class: 'scale'}, h('span', {class: 'ramp-frame'}, ramp, marks));
  const element = h(
    'section',
    {class: 'card wide', 'aria-labelledby': 'contour-title'},
    h('h2', {id: 'contour-title'}, 'Contour of two inputs'),
    h('p', {class: 'controls'}, h('label', {}, 'Across ', first), h('label', {}, 'up ', second), h('label', {}, 'shows ', what)),
    note,
    h('ul', {class: 'legend'}, h('li', {class: 'key-ring'}, 'a trial (its other inputs may differ)'), h('li', {class: 'key-point'}, 'the best'), h('li', {class: 'key-next'}, 'the next trial')),
    scale,
    picture.element,
  );
  let state = null;
  let shown = null;
  let asked = 0;

  async function load() {
    const mine = ++asked;
    const names = [first.value, second.value];
    if (names[0] === names[1]) {
      fill(note, 'Choose two different inputs.');
      return;
    }
    try {
      const found = await contourOf(...names);
      if (mine === asked) {
        const isBlank = found?.median.every((value) => value === null);
        shown = isBlank ? null : found;
        const best = found?.through.trial === state.insight.through.trial ? 'the best' : 'the best that has both';
        fill(note, isBlank ? 'No trial has both.' : found ? `All other inputs are as in trial ${found.through.trial}, ${best}.` : absence(state));
        draw();
      }
    } catch (error) {
      fill(note, `The contour could not be computed: ${error.message}`);
    }
  }

  function draw() {
    picture.element.hidden = shown === null;
    scale.hidden = shown === null;
    if (shown !== null) {
      const chosen = VALUES[what.value];
      const values = shown.median.map((_, i) => chosen.of(shown, i));
      const isGoodLow = what.value === 'median' && state.study.goal !== 'maximise';
      const tone = toneOf(values, chosen.isRanked, isGoodLow);
      const write = alike(values, 3);
      const labels = MARKS.map((mark) => write(tone.at(mark)));
      const isLong = labels.join('').length > 45;
      fill(marks, ...labels.filter((_, i) => !isLong || i % 2 === 0).map((label) => h('span', {}, label)));
      picture.set(content(state, shown, values, tone, chosen.name));
    }
  }

  function choose(names) {
    const before = [first.value, second.value];
    const numeric = inputsOf(state.study).filter((input) => input.isNumeric).map((input) => input.name);
    const order = byImportance(state.insight).map(({input}) => input).sort((a, b) => numeric.includes(b) - numeric.includes(a));
    for (const [select, i] of [[first, 0], [second, 1]]) {
      fill(select, ...names.map((name) => h('option', {value: name}, name)));
      select.value = names.includes(before[i]) ? before[i] : order[i] ?? names[i];
    }
  }

  return {
    element,
    update(next) {
      state = next;
      const names = inputsOf(state.study).map((input) => input.name);
      element.hidden = !state.insight?.slices || names.length < 2;
      if (!element.hidden) {
        if (first.options.length !== names.length) {
          choose(names);
        }
        load();
      }
    },
  };
}

function absence(state) {
  return state.isLive
    ? 'There is nothing to show yet.'
    : 'This file holds the contours of the most important inputs only; a server shows all of them.';
}

/** Which shade a value has, and which value a shade stands for. */
function toneOf(values, isRanked, isGoodLow) {
  const sorted = values.filter((value) => value !== null).sort((a, b) => (isGoodLow ? b - a : a - b));
  const [first, last] = [sorted[0], sorted.at(-1)];
  const rank = new Map(sorted.map((value, i) => [value, sorted.length < 2 ? 1 : i / (sorted.length - 1)]));
  const shareOf = (value) => (isRanked ? rank.get(value) : last === first ? 0 : (value - first) / (last - first));
  return {
    first,
    last,
    of: (value) => shade(shareOf(value)),
    shareOf,
    at: (mark) => (isRanked ? sorted[Math.round(mark * (sorted.length - 1))] : first + mark * (last - first)),
  };
}

function content(state, contourShown, values, tone, what) {
  const inputs = inputsOf(state.study);
  const x = inputs.find((input) => input.name === contourShown.x);
  const y = inputs.find((input) => input.name === contourShown.y);
  const xPlaces = contourShown.xValues.map((value) => placeOf(x, value));
  const yPlaces = contourShown.yValues.map((value) => placeOf(y, value));
  const at = (params) => [placeOf(x, params[x.name]), placeOf(y, params[y.name])];
  const next = state.insight.next.params;
  const write = alike(values);
  const placed = doneTrials(state.trials).map((trial) => ({value: at(trial.params), trial})).filter(({value}) => isPlace(value));
  const isSmooth = x.isNumeric && y.isNumeric && xPlaces.length > 2 && yPlaces.length > 2;
  return {
    state,
    points: placed.map(({value, trial}) => ({trial: trial.trial, at: value})),
    trialOf: (item) => item.data?.trial?.trial,
    summary: `${what} over ${x.name} and ${y.name}, from ${write(tone.first)} to ${write(tone.last)}.`,
    table: () => ({
      head: [y.name, ...contourShown.xValues.map((value) => `${x.name} ${x.write(value)}`)],
      rows: contourShown.yValues.map((value, row) => [
        y.write(value), ...xPlaces.map((_, column) => write(values[row * xPlaces.length + column])),
      ]),
    }),
    option: (colours) => ({
      grid: {left: 28, right: 16, top: 10, bottom: 30},
      tooltip: {trigger: 'item', formatter: (item) => hint(item, contourShown, x, y, valueWriter(state.trials))},
      xAxis: inputAxis(colours, x, {name: x.name, nameLocation: 'middle', nameGap: 26}),
      yAxis: inputAxis(colours, y, {name: y.name, nameLocation: 'middle', nameGap: 44}),
      series: [
        {
          type: 'custom', name: 'cell', clip: true, encode: {x: 0, y: 1},
          data: values.map((_, i) => [xPlaces[i % xPlaces.length], yPlaces[Math.floor(i / xPlaces.length)]]),
          renderItem: (params, api) => cell(params.dataIndex, api, xPlaces, yPlaces, x, y, values, isSmooth ? () => 'transparent' : tone.of),
        },
        ...(isSmooth ? [surface(xPlaces, yPlaces, values, tone)] : []),
        {
          type: 'scatter', name: 'trial', symbolSize: 7, clip: false, z: 5,
          itemStyle: {color: 'rgba(255,255,255,.75)', borderColor: 'rgba(0,0,0,.75)', borderWidth: 1.2},
          data: placed,
        },
        point(at(contourShown.through.params), 'circle', colours.main, 'best'),
        point(next ? at(next) : [null], 'diamond', colours.next, 'next'),
      ],
    }),
  };
}

/** The values between the grid's points, and lines of equal value. */
function surface(xPlaces, yPlaces, values, tone) {
  const levels = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(tone.at);
  const level = (value) => tone.shareOf(value);
  return {
    type: 'custom', silent: true, clip: true, z: 1, encode: {x: 0, y: 1}, data: [[xPlaces[0], yPlaces[0]]],
    renderItem: (_, api) => {
      const across = xPlaces.map((place) => api.coord([place, yPlaces[0]])[0]);
      const up = yPlaces.map((place) => api.coord([xPlaces[0], place])[1]);
      const box = {x: Math.min(...across), y: Math.min(...up)};
      Object.assign(box, {width: Math.max(...across) - box.x, height: Math.max(...up) - box.y});
      return {
        type: 'group',
        children: [
          {type: 'image', style: {...box, image: smooth(across, up, values.map((value) => (value === null ? null : level(value))), box)}},
          ...lines(across, up, values, levels).map((shape) => ({type: 'line', shape, style: {stroke: 'rgba(255,255,255,.35)', lineWidth: 1}})),
        ],
      };
    },
  };
}

function isPlace(place) {
  return place.every((part) => part !== null);
}

function point(place, symbol, colour, name) {
  return {type: 'scatter', name, symbol, symbolSize: 13, z: 6, silent: true, itemStyle: {color: colour, borderColor: '#fff', borderWidth: 2}, data: isPlace(place) ? [place] : []};
}

/** A rectangle up to half-way to its neighbours; its colour says the value. */
function cell(index, api, xPlaces, yPlaces, x, y, values, colour) {
  if (values[index] === null) {
    return null;
  }
  const column = index % xPlaces.length;
  const row = Math.floor(index / xPlaces.length);
  const [width, height] = api.size([1, 1]).map(Math.abs); // of one category
  const [left, right] = edges(xPlaces, column, (place) => api.coord([place, yPlaces[row]])[0], x.isNumeric ? null : width);
  const [top, bottom] = edges(yPlaces, row, (place) => api.coord([xPlaces[column], place])[1], y.isNumeric ? null : height);
  return {
    type: 'rect',
    shape: {x: left - 0.3, y: top - 0.3, width: right - left + 0.6, height: bottom - top + 0.6},
    style: {fill: colour(values[index])},
  };
}

function edges(places, index, pixel, category) {
  const here = pixel(places[index]);
  if (category !== null) {
    return [here - category / 2, here + category / 2];
  }
  const before = index > 0 ? (pixel(places[index - 1]) + here) / 2 : here;
  const after = index < places.length - 1 ? (pixel(places[index + 1]) + here) / 2 : here;
  return before < after ? [before, after] : [after, before];
}

function hint(item, shown, x, y, write) {
  if (item.seriesName === 'trial') {
    const {trial} = item.data;
    return tip(`Trial ${trial.trial}`, [['value', write(trial.value)], [x.name, x.write(trial.params[x.name])], [y.name, y.write(trial.params[y.name])]]);
  }
  const i = item.dataIndex;
  const columns = shown.xValues.length;
  return tip(`${x.name} ${x.write(shown.xValues[i % columns])}, ${y.name} ${y.write(shown.yValues[Math.floor(i / columns)])}`, [
    ['median', write(shown.median[i])],
    ['80 % between', `${write(shown.low[i])} and ${write(shown.high[i])}`],
    ['attraction', number(shown.attraction[i])],
  ]);
}
