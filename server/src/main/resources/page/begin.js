// How the trials of a study are evaluated: lines to copy.

import {h} from './dom.js';
import {inputsOf} from './inputs.js';
import {toldMetrics} from './study-facts.js';

/** @param caller who looks, as the server says; null if that is not known */
export function begin(source) {
  const body = h('div', {});
  const element = h('section', {class: 'card full', 'aria-labelledby': 'begin-title'}, h('h2', {id: 'begin-title'}, 'Evaluate its trials'), body);
  return {
    element,
    update({study, trials, role}) {
      element.hidden = !source.isLive || role === 'read' || trials.length > 0;
      if (!element.hidden) {
        body.replaceChildren(...linesOf(study, source.caller).map(([title, text]) => line(title, text)));
      }
    },
  };
}

/** Titles and texts: a program for every trial, and loops in Python and in a shell. */
export function linesOf(study, caller) {
  const server = new URL('.', location.href).href.replace(/\/$/, '');
  const token = caller?.tokens ? 'LEADLINE_TOKEN=ll_… ' : '';
  const say = caller?.tokens ? ` (with a token such as “${caller.name}”)` : '';
  const inputs = inputsOf(study);
  const metrics = toldMetrics(study);
  const result = metrics.length === 1 ? '"value": 1.5' : `"values": {${metrics.map((metric) => `"${metric}": 1.5`).join(', ')}}`;
  const post = (what, body) => `curl -s -H 'Content-Type: application/json'${caller?.tokens ? ' -H "Authorization: Bearer $LEADLINE_TOKEN"' : ''} ${server}/api/v1/studies/${study.name}/${what} -d '${body}'`;
  const value = metrics.length === 1 ? 'evaluate(trial)' : `{${metrics.map((metric) => `"${metric}": …`).join(', ')}}`;
  return [
    [`A program, on each worker${say}`, `${token}leadline work ${server}/${study.name} -- ./program ${inputs.map(({name}) => `{${name}}`).join(' ')}`],
    [`Python${say}`, `import leadline\n\nwith leadline.open_study("${server}", "${study.name}") as study:\n    for trial in study:\n        with trial:\n            trial.value = ${value}  # trial["${inputs[0].name}"] …`],
    [`Anything that speaks HTTP${say}`, `${post('ask', '{}')}\n${post('tell', `{"trial": 0, ${result}}`)}`],
  ];
}

/** A text with a button that copies it. */
export function line(title, text) {
  const copy = h('button', {type: 'button', onClick: async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = 'Copied';
  }}, 'Copy');
  return h('div', {class: 'line'}, h('p', {class: 'note'}, `${title} `, copy), h('pre', {class: 'output', tabindex: 0, 'aria-label': title}, text));
}
