// Some studies beside each other.

import {axis, chart, isPositive, tip, valueAxis} from './chart.js';
import {fill, h, scroller, table} from './dom.js';
import {alike, count} from './format.js';
import {inputsOf} from './inputs.js';
import {bestSoFar, bestTrial, doneTrials, solutions} from './study-facts.js';

/* Colours that all kinds of colour vision tell apart, each with a line of its own. */
const LOOKS = [['#0072b2', 'solid'], ['#d55e00', 'dashed'], ['#009e73', 'dotted'], ['#cc79a7', 'solid'], ['#8a6100', 'dashed'], ['#56b4e9', 'dotted']];
const GOOD = 0.1; // the best tenth of the trials

export function comparison(source, names) {
  const best = chart('Best so far', 340);
  const spread = chart('Distribution of values', 340);
  const log = h('input', {type: 'checkbox', onChange: () => draw()});
  const inputs = h('div', {});
  const note = h('p', {class: 'note'});
  const legend = h('ul', {class: 'legend lines'});
  const element = h('div', {},
    h('div', {class: 'title'}, h('h1', {tabindex: -1}, `${names.length} studies compared`)),
    note,
    legend,
    h('div', {class: 'panel'},
      h('section', {class: 'card', 'aria-labelledby': 'compare-best'}, h('h2', {id: 'compare-best'}, 'Best so far'), h('p', {class: 'controls'}, h('label', {}, log, ' log values')), best.element),
      h('section', {class: 'card', 'aria-labelledby': 'compare-spread'}, h('h2', {id: 'compare-spread'}, 'Distribution of values'), h('p', {class: 'note'}, 'The share of the trials whose value is at most this.'), spread.element),
      h('section', {class: 'card full', 'aria-labelledby': 'compare-inputs'}, h('h2', {id: 'compare-inputs'}, 'Parameter by parameter'), inputs)));
  let all = [];

  async function load() {
    all = await Promise.all(names.map(async (name) => {
      const [study, known] = await Promise.all([source.study(name), source.trials(name)]);
      return {study, trials: known.trials};
    }));
    document.title = 'Comparison · Leadline';
    const aims = new Set(all.map(({study}) => study.goals ?? `${study.goal} ${study.objective}`));
    fill(note, aims.size > 1 ? `They have different goals: ${[...aims].join('; ')}. Values are comparable only where the goals are.` : `All ${[...aims][0]}.`);
    fill(legend, ...all.map(({study}, i) => {
      const key = h('span', {class: 'key', 'aria-hidden': true});
      Object.assign(key.style, {borderTop: `3px ${LOOKS[i][1]} ${LOOKS[i][0]}`});
      return h('li', {}, key, h('a', {href: `#/studies/${encodeURIComponent(study.name)}`}, study.name));
    }));
    draw();
    fill(inputs, scroller('Parameters', table('Parameters', ['Parameter', ...all.map(({study}) => study.name)], parameters())));
  }

  function draw() {
    const values = all.flatMap(({trials}) => doneTrials(trials).map((trial) => trial.value));
    const write = alike(values);
    log.disabled = !isPositive(values);
    best.set(bestContent(all, write, log.checked && !log.disabled));
    spread.set(spreadContent(all, write, log.checked && !log.disabled));
  }

  /** The best setting of each, and where its best tenth lies. */
  function parameters() {
    const known = all.map(({study, trials}) => ({
      inputs: new Map(inputsOf(study).map((input) => [input.name, input])), best: bestTrial(study, trials), good: goodOf(study, trials),
    }));
    const order = [...new Set(known.flatMap((one) => [...one.inputs.keys()]))];
    return [
      ['best value', ...all.map(({study, trials}, i) => (known[i].best ? alike(doneTrials(trials).map(({value}) => value))(known[i].best.value) : study.front ? `${study.front} on the front` : '–'))],
      ...order.map((name) => [name, ...known.map((one) => settingOf(one.inputs.get(name), one.best, one.good))]),
    ];
  }

  return {element, ready: load(), allow() {}, close() {}};
}

function goodOf(study, trials) {
  const sign = study.goal === 'maximise' ? -1 : 1;
  const sorted = [...solutions(study, trials)].sort((a, b) => sign * (a.value - b.value));
  return sorted.slice(0, Math.max(1, Math.round(GOOD * sorted.length)));
}

function settingOf(input, best, good) {
  if (!input) {
    return 'not there';
  }
  const seen = good.map((trial) => trial.params?.[input.name]).filter((value) => value !== undefined);
  const range = !input.isNumeric || seen.length < 2 ? '' : ` (best tenth ${input.write(Math.min(...seen))} to ${input.write(Math.max(...seen))})`;
  return `${input.write(best?.params[input.name])}${range}`;
}

function content(title, all, write, series, xAxis, yAxis, rows) {
  const summary = `${title} of ${all.map(({study}) => study.name).join(', ')}.`;
  return {
    summary,
    table: rows,
    option: (colours) => ({
      grid: {left: 8, right: 20, top: 12, bottom: 28},
      tooltip: {trigger: 'item', formatter: ({seriesName, value}) => tip(seriesName, [['', `${write.x(value[0])}, ${write.y(value[1])}`]])},
      xAxis: axis(colours, xAxis),
      yAxis: valueAxis(colours, yAxis),
      series: series.map((data, i) => ({
        type: 'line', name: all[i].study.name, data, step: 'end', symbol: 'circle', symbolSize: 4, showSymbol: data.length < 60, clip: true,
        itemStyle: {color: LOOKS[i][0]}, lineStyle: {color: LOOKS[i][0], width: 2.5, type: LOOKS[i][1]},
      })),
    }),
  };
}

function bestContent(all, write, isLog) {
  const steps = all.map(({study, trials}) => bestSoFar(study, trials).map(([, value], i) => [i + 1, value]));
  return content('Best so far', all, {x: (n) => count(n, 'trial'), y: write}, steps,
    {type: 'value', min: 1, minInterval: 1, name: 'trials with a value', nameLocation: 'middle', nameGap: 24},
    {type: isLog ? 'log' : 'value', axisLabel: {formatter: write}},
    () => ({head: ['Study', 'Trials', 'Best'], rows: all.map(({study}, i) => [study.name, String(steps[i].length), write(steps[i].at(-1)?.[1])])}));
}

function spreadContent(all, write, isLog) {
  const shares = all.map(({trials}) => {
    const sorted = doneTrials(trials).map((trial) => trial.value).sort((a, b) => a - b);
    return sorted.map((value, i) => [value, (i + 1) / sorted.length]);
  });
  const percent = (share) => `${Math.round(100 * share)} %`;
  const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]?.[0];
  return content('Distribution of values', all, {x: write, y: percent}, shares,
    {type: isLog ? 'log' : 'value', scale: true, axisLabel: {formatter: write}},
    {min: 0, max: 1, axisLabel: {formatter: percent}},
    () => ({head: ['Study', 'Lowest', 'Quarter', 'Half', 'Three quarters', 'Highest'], rows: all.map(({study}, i) => [study.name, ...[0, 0.25, 0.5, 0.75, 1].map((share) => write(at(shares[i], share)))])}));
}
