// Where the next trial will be, and why there.

import {fill, h, scroller, table} from './dom.js';
import {inputsOf} from './inputs.js';
import {percent, rough} from './format.js';
import {goalsOf, isOver, valueWriter} from './study-facts.js';

export function nextTrial() {
  const body = h('div', {});
  const element = h(
    'section',
    {class: 'card', 'aria-labelledby': 'next-title'},
    h('h2', {id: 'next-title'}, 'The next trial'),
    body,
  );
  return {
    element,
    update(state) {
      const {study, trials, insight} = state;
      element.hidden = !insight || isOver(study);
      if (!element.hidden) {
        const queued = trials.filter((trial) => trial.state === 'queued').map((trial) => trial.trial);
        fill(
          body,
          queued.length > 0 && h('p', {}, `Trial ${queued[0]} waits to be tried again and comes first. After that:`),
          h('p', {}, reason(state)),
          insight.next.params && settings(study, trials, insight),
        );
      }
    },
  };
}

/** Why there: in the words of what decides. */
export function reason({study, trials, insight}) {
  const {next} = insight;
  if (next.none) {
    return `There is none: ${next.none}.`;
  }
  if (next.expectedImprovement === undefined && goalsOf(study).length < 2) {
    return ['sobol', 'random'].includes(study.strategy)
      ? `The strategy ${study.strategy} picks it without a model.`
      : 'It is one of the first points, which fill the space evenly before there is anything to learn from.';
  }
  const words = goalsOf(study).length > 1
    ? ['It is where the models of all goals together expect the front to gain most, or one of the first points, which fill the space evenly.']
    : expectations(study, insight, valueWriter(trials));
  const running = trials.filter((trial) => trial.state === 'running').length;
  if (running > 0) {
    words.push(`${running === 1 ? 'One trial is' : `${running} trials are`} still running; their results may change it.`);
  }
  return words.join(' ');
}

function expectations(study, insight, write) {
  const {expected: {median, low, high}, chance, expectedImprovement} = insight.next;
  return [
    `The model expects ${study.objective} ${write(median)} there, and with a probability of 80 % between ${write(low)} and ${write(high)}.`,
    `The chance to better ${study.noisy ? `the ${write(insight.incumbent)} that it expects of the best trial` : `the best value, ${write(insight.incumbent)},`} is ${percent(chance)}, the gain to be expected ${rough(expectedImprovement)}.`,
    motive(study, insight),
  ];
}

/** Whether it goes where the model is hopeful or where it knows little. */
function motive(study, insight) {
  const {median} = insight.next.expected;
  const isHopeful = study.goal === 'maximise' ? median > insight.incumbent : median < insight.incumbent;
  return isHopeful
    ? 'It is tried because the model expects it to be better than all so far.'
    : 'It is tried although something a little worse is expected: the model is unsure here, and it may be better.';
}

function settings(study, trials, insight) {
  const {next} = insight;
  const through = goalsOf(study).length > 1 ? undefined : insight.through;
  const near = trials.find((trial) => trial.trial === next.nearest);
  const head = ['Input', `Trial ${next.trial}`];
  if (through) {
    head.push(`Best, trial ${through.trial}`);
  }
  if (near && near.trial !== through?.trial) {
    head.push(`Most alike, trial ${near.trial}`);
  }
  const rows = inputsOf(study).map(({name, write}) => {
    const others = [through, near && near.trial !== through?.trial ? near : null].filter(Boolean);
    const same = others.some((other) => other.params[name] === next.params[name]);
    return [
      name,
      same ? write(next.params[name]) : h('strong', {}, write(next.params[name])),
      ...others.map((other) => write(other.params[name])),
    ];
  });
  return scroller('Settings of the next trial', table('Settings of the next trial', head, rows));
}
