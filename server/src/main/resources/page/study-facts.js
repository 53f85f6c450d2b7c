// What follows from a study and its trials by counting.

import {alike, rounded} from './format.js';

/** Whether a value is better than another one. */
export function isBetter(study, value, other) {
  return study.goal === 'maximise' ? value > other : value < other;
}

/** Whether a study hands out no more trials. */
export function isOver(study) {
  return study.state === 'finished' || study.state === 'ended';
}

/** The trials with a value, by number. */
export function doneTrials(trials) {
  return trials.filter((trial) => trial.state === 'done');
}

/** How values are written, those of trials and those that the model expects. */
export function valueWriter(trials) {
  return alike(doneTrials(trials).map((trial) => trial.value));
}

/** How a metric is written. */
export function metricWriter(trials, metric) {
  return alike(doneTrials(trials).map((trial) => trial.values?.[metric]));
}

/** The limits of a study by metric: what is allowed. */
export function limitsOf(study) {
  return [study.space?.limits ?? []].flat().map((text) => /^(\S+) (<=|>=) (\S+)$/.exec(text)).filter(Boolean)
    .map(([text, metric, sign, bound]) => ({
      text: text.replace(/\.0$/, ''), metric, isKept: (value) => (sign === '<=' ? value <= Number(bound) : value >= Number(bound)),
    }));
}

/** The trials with a value that keep all limits, by number. */
export function solutions(study, trials) {
  const limits = limitsOf(study);
  return doneTrials(trials).filter((trial) => !trial.aside && limits.every(({metric, isKept}) => isKept(trial.values?.[metric])));
}

/** The goals of a study that has several, in order; none if it has one. */
export function goalsOf(study) {
  const space = study.space ?? {};
  const named = ['minimise', 'maximise'].flatMap((goal) => (Array.isArray(space[goal]) ? space[goal].map((metric) => ({metric, goal})) : []));
  return named.length > 1 ? named : [];
}

/** What a result has to name: the objective, further goals, and what has a limit. */
export function toldMetrics(study) {
  return [...new Set([study.objective, ...goalsOf(study).map(({metric}) => metric), ...limitsOf(study).map(({metric}) => metric)])];
}

/** The trials that no other one betters in all goals, of those that keep the limits. */
export function frontOf(study, trials) {
  const goals = goalsOf(study);
  const sign = ({goal}) => (goal === 'maximise' ? -1 : 1);
  const all = solutions(study, trials);
  const dominates = (one, other) =>
    goals.every((goal) => sign(goal) * one.values[goal.metric] <= sign(goal) * other.values[goal.metric])
    && goals.some((goal) => sign(goal) * one.values[goal.metric] < sign(goal) * other.values[goal.metric]);
  const first = goals[0] && [...all].sort((a, b) => sign(goals[0]) * (a.values[goals[0].metric] - b.values[goals[0].metric]));
  const front = (first ?? []).reduce((best, trial) => {
    if (best.some((other) => dominates(other, trial))) {
      return best;
    }
    return [...best.filter((other) => !dominates(trial, other)), trial];
  }, []);
  return front.sort((a, b) => a.trial - b.trial);
}

/** The best value after each trial that has one, of those that keep the limits: [trial, value so far]. */
export function bestSoFar(study, trials) {
  const steps = [];
  let best = null;
  for (const trial of solutions(study, trials)) {
    if (best === null || isBetter(study, trial.value, best)) {
      best = trial.value;
    }
    steps.push([trial.trial, best]);
  }
  return steps;
}

/** The trial with the best value of those that keep the limits, the earliest of equals; null if there is none or there are several goals. */
export function bestTrial(study, trials) {
  return goalsOf(study).length > 1 ? null : solutions(study, trials).reduce(
    (best, trial) => (best === null || isBetter(study, trial.value, best.value) ? trial : best), null);
}

/** How good each trial with a value is among all: 1 is the best, 0 the worst. */
export function ranks(study, trials) {
  const sorted = [...doneTrials(trials)].sort((a, b) => (isBetter(study, a.value, b.value) ? 1 : -1));
  return new Map(sorted.map((trial, i) => [trial.trial, sorted.length < 2 ? 1 : i / (sorted.length - 1)]));
}

/** How many trials stand how; deleted ones are left out. */
export function countsOf(trials) {
  const counts = {queued: 0, running: 0, done: 0, failed: 0, stopped: 0, deleted: 0};
  trials.forEach((trial) => counts[trial.state]++);
  return counts;
}

/** Seconds from the start of a trial to its end; null if it has no end or was measured elsewhere. */
export function secondsOf(trial) {
  return trial.finished && trial.attempts > 0
    ? (Date.parse(trial.finished) - Date.parse(trial.started ?? trial.created)) / 1000
    : null;
}

/** The range of values that a chart shows: without a few that lie far off on the bad side. */
export function focus(study, values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => (isBetter(study, a, b) ? -1 : 1));
  if (sorted.length < 8) {
    return {isCut: () => false, bound: null};
  }
  const good = sorted[0];
  const usual = sorted[Math.floor(0.85 * (sorted.length - 1))];
  const bound = rounded(usual + 0.6 * (usual - good), Math.abs(usual - good), 2);
  const isCut = (value) => usual !== good && isBetter(study, bound, value);
  return values.some((value) => Number.isFinite(value) && isCut(value)) ? {isCut, bound} : {isCut: () => false, bound: null};
}
