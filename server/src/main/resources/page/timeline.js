// Who worked on what and when.

import {axis, chart, tip} from './chart.js';
import {fill, h, scroller, table} from './dom.js';
import {count, duration, percent} from './format.js';
import {valueWriter} from './study-facts.js';

const ROW = 30;

export function timeline() {
  const picture = chart('Timeline of workers', 120);
  const note = h('p', {class: 'note'});
  const summary = h('div', {});
  const element = h(
    'section',
    {class: 'card full', 'aria-labelledby': 'timeline-title'},
    h('h2', {id: 'timeline-title'}, 'Timeline of workers'),
    note,
    h('ul', {class: 'legend'}, h('li', {class: 'key-done'}, 'done'), h('li', {class: 'key-failed-bar'}, 'failed'), h('li', {class: 'key-running'}, 'running')),
    picture.element,
    summary,
  );
  return {
    element,
    update(state) {
      const {trials, now} = state;
      const workers = workersOf(trials, now);
      element.hidden = workers.length === 0;
      if (workers.length > 0) {
        const bars = workers.flatMap((worker) => worker.bars);
        fill(note, sentence(workers, bars));
        picture.resize(60 + ROW * workers.length);
        picture.set(content(state, workers, bars, valueWriter(trials)));
        fill(summary, scroller('Workers', table('Workers', ['Worker', 'Trials', 'Failed', 'Running', 'Busy'], workers.map(row))));
      }
    },
  };
}

/** The trials of each worker with their times; what one worker did at once stands in several rows. */
export function workersOf(trials, now) {
  const bars = trials
    .filter((trial) => trial.attempts > 0 && (trial.finished || trial.state === 'running'))
    .map((trial) => ({
      trial,
      from: Date.parse(trial.started ?? trial.created),
      to: trial.finished ? Date.parse(trial.finished) : now,
    }))
    .sort((a, b) => a.from - b.from);
  const workers = new Map();
  for (const bar of bars) {
    const name = bar.trial.worker ?? '';
    workers.set(name, [...(workers.get(name) ?? []), bar]);
  }
  return [...workers]
    .sort(([a], [b]) => a.localeCompare(b, 'en', {numeric: true}))
    .flatMap(([name, own]) => withRoom(own).map((row, i) => ({name: name === '' ? `slot ${i + 1}` : i === 0 ? name : `${name} (${i + 1})`, bars: row})));
}

/** The same bars in as many rows as ran at once. */
function withRoom(bars) {
  const rows = [];
  for (const bar of bars) {
    const free = rows.find((row) => row.at(-1).to <= bar.from);
    free ? free.push(bar) : rows.push([bar]);
  }
  return rows;
}

function busy(workers, worker) {
  const from = Math.min(...workers.flatMap(({bars}) => bars.map((bar) => bar.from)));
  const to = Math.max(...workers.flatMap(({bars}) => bars.map((bar) => bar.to)));
  const worked = worker.bars.reduce((sum, bar) => sum + bar.to - bar.from, 0);
  return to > from ? Math.min(1, worked / (to - from)) : 1;
}

function row(worker, _, workers) {
  const having = (state) => String(worker.bars.filter((bar) => bar.trial.state === state).length);
  return [worker.name, String(worker.bars.length), having('failed'), having('running'), percent(busy(workers, worker))];
}

function sentence(workers, bars) {
  const seconds = bars.map((bar) => (bar.to - bar.from) / 1000).sort((a, b) => a - b);
  const span = (Math.max(...bars.map((bar) => bar.to)) - Math.min(...bars.map((bar) => bar.from))) / 1000;
  return `${count(bars.length, 'trial')}, at most ${workers.length} at once, in ${duration(span)}; half of them took no more than ${duration(seconds[Math.floor(seconds.length / 2)])}.`;
}

function content(state, workers, bars, write) {
  const {study, chosen} = state;
  const rows = new Map(workers.flatMap((worker, i) => worker.bars.map((bar) => [bar, i])));
  return {
    state,
    trialOf: (item) => bars[item.dataIndex]?.trial.trial,
    summary: sentence(workers, bars),
    table: () => ({
      head: ['Trial', 'Worker', 'State', 'Took', study.objective],
      rows: bars.map((bar) => [String(bar.trial.trial), workers[rows.get(bar)].name, bar.trial.state, duration((bar.to - bar.from) / 1000), write(bar.trial.value)]),
    }),
    option: (colours) => ({
      grid: {left: 8, right: 16, top: 6, bottom: 28},
      tooltip: {trigger: 'item', formatter: (item) => hint(study, workers, bars[item.dataIndex], rows, write)},
      xAxis: axis(colours, {type: 'time', splitNumber: 5}),
      yAxis: axis(colours, {type: 'category', inverse: true, data: workers.map((worker) => worker.name), axisTick: {show: false}, axisLabel: {width: 110, overflow: 'truncate'}}),
      series: [{
        type: 'custom', clip: true, encode: {x: [0, 1], y: 2},
        data: bars.map((bar) => [bar.from, bar.to, rows.get(bar)]),
        renderItem: (params, api) => rectangle(bars[params.dataIndex], api, colours, chosen),
      }],
    }),
  };
}

function rectangle(bar, api, colours, chosen) {
  const [left, centre] = api.coord([api.value(0), api.value(2)]);
  const right = api.coord([api.value(1), api.value(2)])[0];
  const {state} = bar.trial;
  const fillColour = {done: colours.main, failed: colours.bad, running: colours.next}[state] ?? colours.quiet;
  return {
    type: 'rect',
    shape: {x: left, y: centre - (state === 'failed' ? 5 : 9), width: Math.max(2, right - left - 1), height: state === 'failed' ? 10 : 18, r: 2},
    style: {fill: fillColour, opacity: chosen.size === 0 || chosen.has(bar.trial.trial) ? 0.9 : 0.25},
  };
}

function hint(study, workers, bar, rows, write) {
  const {trial} = bar;
  const result = trial.state === 'done' ? [study.objective, write(trial.value)] : [trial.state, trial.reason ?? ''];
  return tip(`Trial ${trial.trial}`, [['worker', workers[rows.get(bar)].name], ['took', duration((bar.to - bar.from) / 1000)], result]);
}
