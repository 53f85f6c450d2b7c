// All trials as a table: sorted, filtered, and each with its settings and its output.

import {door} from './chart.js';
import {fill, h, scroller} from './dom.js';
import {byImportance} from './importance.js';
import {inputsOf} from './inputs.js';
import {clock, count, duration, setting} from './format.js';
import {bestTrial, limitsOf, metricWriter, secondsOf, valueWriter} from './study-facts.js';

const STEP = 100;
const FEW = 8;
const STATES = ['all', 'done', 'failed', 'stopped', 'running', 'queued', 'deleted'];

export function trials() {
  const text = h('input', {type: 'search', placeholder: 'trial, setting, reason or x>3', onInput: () => { limit = STEP; show(); }});
  const which = h('select', {onChange: () => { limit = STEP; show(); }}, ...STATES.map((name) => h('option', {value: name}, name)));
  const every = h('input', {type: 'checkbox', onChange: () => show()});
  const everyLabel = h('label', {}, every, ' all inputs');
  const chosen = h('input', {type: 'checkbox', onChange: () => { limit = STEP; show(); }});
  const chosenLabel = h('label', {}, chosen, ' only the chosen');
  const found = h('p', {class: 'note', role: 'status'});
  const head = h('thead', {});
  const body = h('tbody', {});
  const more = h('button', {type: 'button', onClick: () => { limit += STEP; show(); }});
  const element = h(
    'section',
    {class: 'card full', 'aria-labelledby': 'trials-title'},
    h('h2', {id: 'trials-title'}, 'Trials'),
    h('p', {class: 'controls'}, h('label', {}, 'Find ', text), h('label', {}, 'State ', which), everyLabel, chosenLabel),
    found,
    scroller('Trials, scrolls sideways', h('table', {class: 'trials'}, h('caption', {class: 'hidden'}, 'Trials'), head, body)),
    more,
  );
  let state = null;
  let limit = STEP;
  let sort = {name: 'trial', isDown: true};

  function show() {
    const columns = columnsOf(state, every.checked);
    chosenLabel.hidden = state.chosen.size === 0;
    const isWanted = (trial) => !chosen.checked || state.chosen.size === 0 || state.chosen.has(trial.trial);
    const rows = state.trials.filter((trial) => isWanted(trial) && matches(trial, which.value, text.value, state.study));
    const column = columns.find(({name}) => name === sort.name) ?? columns[0];
    rows.sort((a, b) => compare(column.sortBy(a), column.sortBy(b), sort.isDown));
    const best = bestTrial(state.study, state.trials)?.trial;
    fill(head, h('tr', {}, h('th', {scope: 'col'}, h('span', {class: 'hidden'}, 'Chosen')), ...columns.map(heading)));
    fill(body, ...rows.slice(0, limit).map((trial) => line(columns, trial, trial.trial === best)));
    fill(found, rows.length === state.trials.length ? count(rows.length, 'trial') : `${rows.length} of ${count(state.trials.length, 'trial')}`);
    more.hidden = rows.length <= limit;
    fill(more, `Show ${Math.min(STEP, rows.length - limit)} more`);
    everyLabel.hidden = inputsOf(state.study).length <= FEW;
  }

  function heading({name, label, isNumber}) {
    const isSorted = sort.name === name;
    return h(
      'th',
      {scope: 'col', class: isNumber ? 'number' : null, 'aria-sort': isSorted ? (sort.isDown ? 'descending' : 'ascending') : null},
      h('button', {type: 'button', class: 'plain', title: label, onClick: () => reorder(name)}, label, h('span', {'aria-hidden': true}, isSorted ? (sort.isDown ? ' ▾' : ' ▴') : '')),
    );
  }

  function reorder(name) {
    sort = {name, isDown: sort.name === name ? !sort.isDown : false};
    show();
    [...head.querySelectorAll('th')].find((th) => th.hasAttribute('aria-sort'))?.querySelector('button').focus();
  }

  function line(columns, trial, isBest) {
    return h(
      'tr',
      {class: isBest ? 'best' : null},
      h('td', {}, h('input', {type: 'checkbox', 'aria-label': `Choose trial ${trial.trial}`, checked: state.chosen.has(trial.trial), onChange: () => toggle(trial.trial)})),
      ...columns.map((column, i) => h(
        'td',
        {class: column.isNumber ? 'number' : null},
        i === 0
          ? door(trial.trial, state)
          : column.cell(trial, isBest),
      )),
    );
  }

  function toggle(number) {
    const others = [...state.chosen].filter((one) => one !== number);
    state.choose(state.chosen.has(number) ? others : [...others, number]);
    body.querySelector(`[aria-label="Choose trial ${number}"]`)?.focus();
  }

  return {
    element,
    /** Leaves out all that are not chosen. */
    onlyChosen() {
      chosen.checked = true;
    },
    update(next) {
      state = next;
      element.hidden = state.trials.length === 0;
      if (!element.hidden) {
        show();
      }
    },
  };
}

/** A state as a word with a mark that does not rely on its colour. */
export function stateMark(name) {
  const marks = {done: '●', failed: '✕', running: '◐', queued: '○', stopped: '◆', deleted: '–', paused: '‖', ended: '■', waiting: '○', finished: '✓'};
  return h('span', {class: `state ${name}`}, h('span', {'aria-hidden': true}, `${marks[name] ?? '●'} `), name);
}

function columnsOf({study, insight, trials}, isAll) {
  const inputs = inputsOf(study);
  const write = valueWriter(trials);
  const important = new Set(byImportance(insight).slice(0, FEW).map(({input}) => input));
  const chosen = isAll || inputs.length <= FEW ? inputs : inputs.filter((input, i) => (important.size > 0 ? important.has(input.name) : i < FEW));
  return [
    {name: 'trial', label: 'Trial', isNumber: true, sortBy: (trial) => trial.trial},
    {name: 'state', label: 'State', sortBy: (trial) => trial.state, cell: (trial) => stateMark(trial.state)},
    {
      name: 'value', label: study.objective, isNumber: true, sortBy: (trial) => trial.value ?? null,
      cell: (trial, isBest) => (isBest ? h('strong', {}, write(trial.value), h('span', {class: 'badge'}, 'best')) : write(trial.value)),
    },
    ...metricsOf(trials, study).map((name) => [name, metricWriter(trials, name)]).map(([name, writeMetric]) => ({
      name: `metric ${name}`, label: name, isNumber: true,
      sortBy: (trial) => trial.values?.[name] ?? null, cell: (trial) => measured(study, name, trial.values?.[name], writeMetric),
    })),
    ...chosen.map((input) => ({
      name: `input ${input.name}`, label: input.name, isNumber: input.isNumeric,
      sortBy: (trial) => trial.params?.[input.name] ?? null, cell: (trial) => input.write(trial.params?.[input.name]),
    })),
    {name: 'seconds', label: 'Took', isNumber: true, sortBy: secondsOf, cell: (trial) => duration(secondsOf(trial) ?? NaN)},
    {name: 'note', label: 'Note', sortBy: (trial) => trial.reason ?? '', cell: (trial) => h('span', {class: 'reason'}, trial.reason ?? '')},
  ];
}

/** What was measured in some trial besides the value. */
function metricsOf(trials, study) {
  const names = new Set(trials.flatMap((trial) => Object.keys(trial.values ?? {})));
  names.delete(study.objective);
  return [...names].sort();
}

/** A measured number, with a mark if it is beyond its limit. */
function measured(study, name, value, write) {
  const broken = limitsOf(study).find(({metric, isKept}) => metric === name && !isKept(value));
  return value === undefined || !broken
    ? write(value)
    : h('span', {class: 'state failed', title: `beyond ${broken.text}`}, h('span', {'aria-hidden': true}, '✕ '), write(value));
}

/** What is missing comes last in either order. */
function compare(a, b, isDown) {
  const missing = (value) => value === null || value === undefined || value === '';
  if (missing(a) || missing(b)) {
    return missing(a) - missing(b);
  }
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', {numeric: true});
  return isDown ? -order : order;
}

/** A filter is words that all must occur, or comparisons such as x>3 and value<=0.5. */
export function matches(trial, state, filter, study) {
  if (state === 'all' ? trial.state === 'deleted' : trial.state !== state) {
    return false;
  }
  return filter.trim().split(/\s+/).filter(Boolean).every((word) => {
    const comparison = /^([\w.-]+)(<=|>=|<|>|=)(.+)$/.exec(word);
    return comparison ? compares(trial, comparison, study) : contains(trial, word, study);
  });
}

function compares(trial, [, name, sign, wanted], study) {
  const own = name === 'trial' ? trial.trial : ['value', study.objective].includes(name) ? trial.value : trial.values?.[name] ?? trial.params?.[name];
  if (own === undefined || own === null) {
    return false;
  }
  const limit = Number(wanted);
  return {
    '<': () => own < limit, '>': () => own > limit, '<=': () => own <= limit, '>=': () => own >= limit,
    '=': () => (typeof own === 'number' ? own === limit : setting(own).toLowerCase() === wanted.toLowerCase()),
  }[sign]();
}

function contains(trial, word, study) {
  const texts = [String(trial.trial), trial.reason ?? '', trial.worker ?? '', ...inputsOf(study).map((input) => input.write(trial.params?.[input.name]))];
  return texts.some((own) => own.toLowerCase().includes(word.toLowerCase()));
}

/** The pairs of name and value that describe one trial, with all digits. */
export function facts(trial, {study}) {
  const seconds = secondsOf(trial);
  return [
    ['State', stateMark(trial.state)],
    [study.objective, setting(trial.value)],
    ...metricsOf([trial], study).map((name) => [name, setting(trial.values[name])]),
    trial.reason && ['Reason', trial.reason],
    ['Attempts', String(trial.attempts)],
    trial.worker && ['Worker', trial.worker],
    ['Suggested', clock(trial.created)],
    trial.finished && ['Finished', clock(trial.finished)],
    seconds !== null && ['Took', duration(seconds)],
    ...inputsOf(study).map((input) => [input.name, setting(trial.params?.[input.name])]),
  ].filter(Boolean);
}
