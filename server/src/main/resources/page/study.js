// One study, as it moves.

import {begin} from './begin.js';
import {calibration} from './calibration.js';
import {contour} from './contour.js';
import {convergence} from './convergence.js';
import {curves} from './curves.js';
import {askBudget, askDelete, askEnd, askName, askNotes, askTrial, showTrial} from './dialogs.js';
import {fill, h, scroller, table} from './dom.js';
import {front} from './front.js';
import {ago, clock, count, duration, percent, rough, setting} from './format.js';
import {importance} from './importance.js';
import {inputsOf, rangeOf} from './inputs.js';
import {markdown} from './markdown.js';
import {nextTrial} from './next-trial.js';
import {parallel} from './parallel.js';
import {slices} from './slices.js';
import {bestTrial, countsOf, frontOf, goalsOf, isOver, limitsOf, solutions, valueWriter} from './study-facts.js';
import {timeline} from './timeline.js';
import {stateMark, trials} from './trials.js';

const TABS = [['progress', 'Progress'], ['trials', 'Trials'], ['inputs', 'Inputs'], ['model', 'Model'], ['workers', 'Workers']];
const REDRAW = 250;
const MODEL_PAUSE = 1500;
const BETWEEN_CHANGES = 2000;
const MOST_CHANGES = 50;

export function studyPage(source, role, name, firstTab) {
  const state = {
    study: null, trials: [], insight: null, isLive: source.isLive, role, now: Date.now(),
    goal: null, // of several the one that inputs and model are about
    chosen: new Set(),
    choose(numbers) {
      state.chosen = new Set(numbers);
      redraw();
    },
    open(number) {
      state.choose([number]);
      showTrial(source, state, number);
    },
  };
  const table = trials();
  const views = {
    progress: [begin(source), front(), convergence(), curves(), bestSettings(), nextTrial(), notes()],
    trials: [table],
    inputs: [importance(), inputTable(), parallel()],
    model: [slices(), contour((x, y) => source.contour(name, x, y, state.goal)), calibration(), nextTrial()],
    workers: [timeline(), changes(source, name)],
  };
  const heading = h('div', {class: 'title'});
  const tiles = h('div', {class: 'tiles'});
  const news = h('p', {class: 'hidden', role: 'status'});
  const link = h('p', {class: 'note', role: 'status'});
  const modelNote = h('p', {class: 'note', role: 'status'});
  const tabs = tabList(firstTab, (tab) => {
    history.replaceState(null, '', `#/studies/${encodeURIComponent(name)}/${tab}`);
    show(tab);
  });
  const panel = h('div', {role: 'tabpanel', id: 'panel', tabindex: 0, class: 'panel'});
  const empty = h('p', {class: 'empty'});
  const chosen = h('p', {class: 'note chosen', role: 'status'});
  const goalNote = h('p', {class: 'controls'});
  const element = h('div', {}, heading, link, tiles, tabs.element, news, modelNote, empty, goalNote, chosen, panel);
  let redrawing = null;
  let asking = null;
  let isAsking = false;
  let isClosed = false;
  let stop = () => {};

  function show(tab) {
    panel.setAttribute('aria-labelledby', `tab-${tab}`);
    fill(panel, ...views[tab].map((view) => view.element));
    redraw();
  }

  function redraw() {
    clearTimeout(redrawing);
    redrawing = null;
    state.now = Date.now();
    fill(heading, ...headOf(source, state));
    fill(tiles, ...tilesOf(state));
    const words = emptyWords(state, tabs.chosen());
    empty.hidden = words === null;
    fill(empty, words ?? '');
    const seen = ['inputs', 'model'].includes(tabs.chosen()) ? aboutGoal(state) : state;
    views[tabs.chosen()].forEach((view) => view.update(seen));
    fill(goalNote, ...goalWords());
    fill(chosen, ...chosenWords());
  }

  /** Which of several goals the pictures are about. */
  function goalWords() {
    const goals = goalsOf(state.study);
    if (goals.length < 2 || !['inputs', 'model'].includes(tabs.chosen())) {
      return [];
    }
    const which = h('select', {onChange: () => look(which.value)}, ...goals.map(({metric}) => h('option', {value: metric, selected: metric === (state.goal ?? goals[0].metric)}, metric)));
    return [h('label', {}, 'These pictures are about the goal ', which)];
  }

  async function look(goal) {
    state.ofGoal = goal === state.study.objective ? null : await source.insight(name, goal);
    state.goal = goal;
    redraw();
  }

  /** What is chosen, and what can be done with it. */
  function chosenWords() {
    const hasTable = tabs.chosen() === 'trials';
    if (state.chosen.size === 0) {
      return hasTable || state.trials.length === 0 ? [] : ['Click a trial to open it. Drag over a chart to choose several, with Shift to zoom.'];
    }
    return [
      `${count(state.chosen.size, 'trial')} chosen: ${[...state.chosen].slice(0, 12).join(', ')}${state.chosen.size > 12 ? ' …' : ''} `,
      !hasTable && h('button', {type: 'button', onClick: () => { table.onlyChosen(); tabs.pick('trials'); }}, 'Show in the table'), ' ',
      source.isLive && h('button', {type: 'button', onClick: () => source.download(name, 'csv', [...state.chosen].join()).catch(alertIn)}, 'Save them as CSV'), ' ',
      h('button', {type: 'button', onClick: () => state.choose([])}, 'Choose none'),
    ].filter(Boolean);
  }

  function redrawSoon() {
    redrawing = redrawing ?? setTimeout(redraw, REDRAW);
  }

  async function load() {
    const [study, known] = await Promise.all([source.study(name), source.trials(name)]);
    if (isClosed) {
      return;
    }
    Object.assign(state, {study, trials: known.trials});
    document.title = `${name} · Leadline`;
    show(tabs.chosen());
    performance.mark('first-view');
    learn();
    stop = source.listen(name, known.change, onEvent);
  }

  /** Asks for what the model says, not more often than it can say something. */
  function learn() {
    if (isAsking) {
      asking = asking ?? true;
      return;
    }
    isAsking = true;
    asking = null;
    const since = Date.now();
    fill(modelNote, state.insight ? '' : 'The model is looking at the study …');
    source.insight(name).then(
      (insight) => {
        state.insight = insight;
        if (state.goal !== null) {
          look(state.goal);
        }
        fill(modelNote, insight.substitution ? `${insight.substitution}.` : '');
        redraw();
      },
      (error) => fill(modelNote, `What the model says could not be had: ${error.message}`),
    ).finally(() => {
      setTimeout(() => {
        isAsking = false;
        if (asking) {
          learn();
        }
      }, Math.max(MODEL_PAUSE, 3 * (Date.now() - since)));
    });
  }

  function onEvent({type, data}) {
    if (type === 'connection') {
      fill(link, data ? '' : 'The connection is lost; trying again …');
    } else if (type === 'trial') {
      onTrial(data.trial?.state ? data.trial : data);
    } else if (type === 'study') {
      Object.assign(state.study, data.summary ?? data, {best: state.study.best});
      redrawSoon();
    } else if (type === 'deleted') {
      location.hash = '#/';
    }
  }

  function onTrial(trial) {
    const before = bestTrial(state.study, state.trials);
    const place = state.trials.findIndex((one) => one.trial === trial.trial);
    if (place < 0) {
      state.trials.push(trial);
      state.trials.sort((a, b) => a.trial - b.trial);
    } else {
      state.trials[place] = trial;
    }
    const best = bestTrial(state.study, state.trials);
    if (best?.trial === trial.trial && best.value !== before?.value) {
      fill(news, `New best ${state.study.objective}: ${valueWriter(state.trials)(trial.value)} in trial ${trial.trial}.`);
    }
    if (['done', 'failed', 'stopped', 'deleted'].includes(trial.state)) {
      learn();
    }
    redrawSoon();
  }

  return {
    element,
    ready: load(),
    allow(granted) {
      state.role = granted;
      if (state.study) {
        redraw();
      }
    },
    close() {
      isClosed = true;
      stop();
      clearTimeout(redrawing);
    },
  };
}

/** The same study as if one of several goals was the only one. */
function aboutGoal(state) {
  const goals = goalsOf(state.study);
  if (goals.length < 2) {
    return state;
  }
  const {metric, goal} = goals.find((one) => one.metric === state.goal) ?? goals[0];
  const {minimise: _, maximise: __, ...space} = state.study.space;
  return {
    ...state,
    study: {...state.study, objective: metric, goal, space: {...space, [goal]: metric}},
    trials: state.trials.map((trial) => (trial.state === 'done' ? {...trial, value: trial.values?.[metric] ?? trial.value} : trial)),
    insight: state.insight && {...state.insight, ...state.ofGoal, next: state.insight.next},
  };
}

function tabList(first, choose) {
  let chosen = TABS.some(([id]) => id === first) ? first : 'progress';
  const buttons = TABS.map(([id, label]) => h('button', {type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': 'panel', onClick: () => pick(id)}, label));
  const element = h('div', {role: 'tablist', 'aria-label': 'Views of the study', class: 'tabs', onKeydown: onKey}, ...buttons);

  function mark() {
    buttons.forEach((button, i) => {
      const isChosen = TABS[i][0] === chosen;
      button.setAttribute('aria-selected', String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    });
  }

  function pick(id) {
    chosen = id;
    mark();
    choose(id);
  }

  function onKey(event) {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    const at = TABS.findIndex(([id]) => id === chosen);
    const to = step ? (at + step + TABS.length) % TABS.length : {Home: 0, End: TABS.length - 1}[event.key];
    if (to !== undefined) {
      event.preventDefault();
      pick(TABS[to][0]);
      buttons[to].focus();
    }
  }

  mark();
  return {element, pick, chosen: () => chosen};
}

function headOf(source, state) {
  const {study, trials: all, role} = state;
  const redraw = () => state.choose(state.chosen);
  const may = source.isLive && role !== 'read';
  const act = (what) => () => source.act(study.name, what).catch((error) => alertIn(error));
  const isOpen = study.phase !== 'ended';
  return [
    h('div', {},
      h('h1', {tabindex: -1}, study.name, ' ', stateMark(study.state)),
      h('p', {class: 'quiet'}, `${goalsOf(study).length > 1 ? goalsOf(study).map(({metric, goal}) => `${goal} ${metric}`).join(', ') : `${study.goal} ${study.objective}`}${limitsOf(study).map(({text}) => `, ${text}`).join('')} · ${count(inputsOf(study).length, 'input')} · strategy ${study.strategy}, seed ${study.seed}${study.noisy ? ' · noisy' : ''}`,
        source.isLive ? '' : ` · as of ${clock(source.written)}`)),
    may && h('div', {class: 'buttons'},
      isOpen && study.state !== 'finished' && (study.phase === 'paused'
        ? h('button', {type: 'button', class: 'main', onClick: act('resume')}, 'Start')
        : h('button', {type: 'button', onClick: act('pause')}, 'Pause')),
      isOpen && study.state !== 'finished' && h('button', {type: 'button', onClick: () => askBudget(source, study)}, 'Budget …'),
      h('button', {type: 'button', onClick: () => askTrial(source, study, bestTrial(study, all)?.params)}, 'Add a trial …'),
      isOpen && h('button', {type: 'button', onClick: () => askEnd(source, study)}, 'End …'),
      menuOf(source, study, role, redraw)),
    source.isLive && role === 'read' && h('div', {class: 'buttons'}, menuOf(source, study, role, redraw)),
    outcomeOf(source, {study, trials: all}, may, act),
  ];
}

function alertIn(error) {
  const place = document.getElementById('wrong');
  fill(place, error.message);
}

function tilesOf({study, trials: all, insight}) {
  const counts = countsOf(all);
  const ended = counts.done + counts.failed + counts.stopped;
  const hasSeveral = goalsOf(study).length > 1;
  const lost = [counts.failed > 0 && `${Math.round((100 * counts.failed) / ended)} % of all`, counts.stopped > 0 && `${counts.stopped} more ended early`].filter(Boolean);
  const best = bestTrial(study, all);
  const forecast = insight?.forecast;
  return [
    hasSeveral
      ? tile('Front', String(frontOf(study, all).length), goalsOf(study).map(({metric, goal}) => `${goal} ${metric}`).join(', '))
      : tile(`Best ${study.objective}`, best ? valueWriter(all)(best.value) : '–', best ? `trial ${best.trial}${best.finished ? `, ${ago(best.finished)}` : ''}` : counts.done > 0 ? 'no trial keeps all limits yet' : 'no trial has a value yet'),
    tile('Trials', study.budget ? `${ended} of ${study.budget}` : String(ended),
      study.budget ? h('progress', {max: study.budget, value: Math.min(study.budget, ended), 'aria-label': `${ended} of ${study.budget} trials`}) : 'no budget'),
    isOver(study) && counts.running === 0
      ? tile('Took', duration(secondsIn(all)), 'from the first trial to the last result')
      : tile('Running', String(counts.running), counts.queued > 0 ? `${counts.queued} waiting to be tried again` : ''),
    tile('Failed', String(counts.failed), lost.join(', ')),
    !hasSeveral && tile('Chance of more', forecast ? percent(forecast.chance) : '–', forecast ? `to gain ${rough(forecast.much)} in ${forecast.trials} trials` : counts.done < 10 ? 'known after ten values' : insight ? 'not known' : ''),
  ].filter(Boolean);
}

/** What is done less often. */
function menuOf(source, study, role, redraw) {
  const save = (kind) => h('button', {type: 'button', onClick: () => source.download(study.name, kind).catch(alertIn)}, `Save as ${{csv: 'CSV', json: 'JSON', html: 'a page'}[kind]}`);
  return h('details', {class: 'menu'}, h('summary', {}, 'More'),
    h('div', {},
      role !== 'read' && h('button', {type: 'button', onClick: () => askNotes(source, study, redraw)}, 'Tags and notes …'),
      role !== 'read' && h('button', {type: 'button', onClick: () => askName(source, study)}, 'Rename …'),
      save('csv'), save('json'), save('html'),
      role === 'admin' && h('button', {type: 'button', onClick: () => askDelete(source, study)}, 'Delete …')));
}

/** What people wrote of the study. */
function notes() {
  const body = h('div', {class: 'markdown'});
  const element = h('section', {class: 'card', 'aria-labelledby': 'notes-title'}, h('h2', {id: 'notes-title'}, 'Notes'), body);
  return {
    element,
    update({study}) {
      element.hidden = !study.notes && !(study.tags?.length > 0);
      fill(body, study.tags && h('p', {class: 'tags'}, ...study.tags.map((tag) => h('span', {class: 'tag'}, tag))), ...markdown(study.notes ?? ''));
    },
  };
}

/** What people did to the study, the last of it. */
function changes(source, name) {
  const body = h('div', {});
  const element = h('section', {class: 'card', hidden: true, 'aria-labelledby': 'changes-title'}, h('h2', {id: 'changes-title'}, 'Changes by people'), body);
  let asking = null;
  let asked = 0;

  async function ask() {
    asking = null;
    asked = Date.now();
    const all = await source.audit(name);
    const rows = all.slice(-MOST_CHANGES).reverse().map(({time, who, from, what}) => [clock(time), what, who, from]);
    element.hidden = rows.length === 0;
    fill(body, scroller('Changes by people', table('Changes by people', ['When', 'What', 'Who', 'From'], rows)),
      all.length > MOST_CHANGES && h('p', {class: 'note'}, `The last ${MOST_CHANGES} of ${all.length}; the call audit gives all of them.`));
  }

  return {
    element,
    update() {
      if (source.isLive) {
        asking = asking ?? setTimeout(() => ask().catch(alertIn), Math.max(0, BETWEEN_CHANGES - (Date.now() - asked)));
      }
    },
  };
}

function secondsIn(trials) {
  const ends = trials.map((trial) => Date.parse(trial.finished)).filter(Number.isFinite);
  return ends.length === 0 ? NaN : (Math.max(...ends) - Math.min(...trials.map((trial) => Date.parse(trial.created)))) / 1000;
}

/** What came of a study that hands out no more trials, and how it may go on. */
function outcomeOf(source, {study, trials: all}, may, act) {
  if (!isOver(study)) {
    return null;
  }
  const counts = countsOf(all);
  const best = bestTrial(study, all);
  const found = goalsOf(study).length > 1 ? `${count(frontOf(study, all).length, 'trial')} on the front.`
    : best ? `The best is trial ${best.trial} with ${study.objective} ${valueWriter(all)(best.value)}.` : 'No trial has a value that counts.';
  const how = study.state === 'finished' ? `Finished: all ${count(study.budget, 'trial')} of the budget are used` : `Ended after ${count(counts.done + counts.failed + counts.stopped, 'trial')}`;
  return h('p', {class: 'over'}, `${how}. ${found} `,
    may && (study.state === 'finished'
      ? h('button', {type: 'button', onClick: () => askBudget(source, study)}, 'More trials …')
      : h('button', {type: 'button', onClick: act('resume')}, 'Open again')));
}

function tile(name, value, note) {
  return h('div', {class: 'tile'}, h('div', {class: 'quiet'}, name), h('div', {class: 'figure'}, value), h('div', {class: 'quiet small'}, note));
}

/** What to say where there is nothing to draw. */
function emptyWords({study, trials: all}, tab) {
  const counts = countsOf(all);
  if (all.length === 0) {
    return 'No trial yet. It starts as soon as somebody asks for one: with one of these lines, for example.';
  }
  if (tab === 'workers') {
    return all.some((trial) => trial.attempts > 0) ? null : 'No worker yet: all trials were added by hand.';
  }
  if (counts.done === 0 && tab !== 'trials') {
    return counts.failed > 0
      ? `${count(counts.failed, 'trial')} so far, and ${counts.failed === 1 ? 'it' : 'all'} failed. The last reason: ${all.findLast((trial) => trial.state === 'failed').reason}`
      : 'No trial has a value yet.';
  }
  if (['progress', 'model'].includes(tab) && solutions(study, all).length === 0 && counts.done > 0) {
    return 'No trial keeps all limits yet, so there is no best one to draw.';
  }
  return null;
}

/** What each input may be, and where the best trial has it. */
function inputTable() {
  const body = h('div', {});
  const element = h('section', {class: 'card', 'aria-labelledby': 'inputs-title'}, h('h2', {id: 'inputs-title'}, 'Inputs'), body);
  return {
    element,
    update({study, trials: all}) {
      const best = bestTrial(study, all);
      const rows = inputsOf(study).map((input) => [input.name, rangeOf(input), ...(best ? [input.write(best.params[input.name])] : [])]);
      fill(body, scroller('Inputs', table('Inputs', ['Input', 'May be', ...(best ? ['In the best trial'] : [])], rows)));
    },
  };
}

function bestSettings() {
  const body = h('div', {});
  const element = h('section', {class: 'card', 'aria-labelledby': 'best-title'}, h('h2', {id: 'best-title'}, 'Best settings'), body);
  return {
    element,
    update({study, trials: all, insight}) {
      const best = bestTrial(study, all);
      element.hidden = best === null;
      if (best === null) {
        return;
      }
      const measured = limitsOf(study).map(({metric}) => metric).filter((metric, i, all) => all.indexOf(metric) === i);
      const pairs = [
        ...inputsOf(study).map(({name}) => [name, setting(best.params[name])]),
        ...measured.map((metric) => [`measured ${metric}`, setting(best.values?.[metric])]),
      ].flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]);
      const command = study.best?.trial === best.trial ? study.best.command : null;
      const isOther = insight?.through && inputsOf(study).some(({name}) => insight.through.params[name] !== best.params[name]);
      const other = isOther
        ? h('p', {class: 'note'}, `With its noise in mind the model recommends trial ${insight.through.trial} instead.`) : null;
      fill(body, h('dl', {class: 'facts'}, ...pairs), other, command && h('pre', {class: 'output', tabindex: 0, 'aria-label': 'Command'}, command));
    },
  };
}
