// All studies at a glance.

import {fill, h} from './dom.js';
import {ago, count, number} from './format.js';
import {askStudy} from './new-study.js';
import {stateMark} from './trials.js';

const MANY = 8;

export function overview(source, role) {
  const add = h('button', {type: 'button', onClick: () => askStudy(source, (name) => { location.hash = `#/studies/${encodeURIComponent(name)}`; })}, 'New study …');
  const list = h('ul', {class: 'studies'});
  const note = h('p', {class: 'note', role: 'status'});
  const text = h('input', {type: 'search', onInput: () => show()});
  const find = h('p', {class: 'controls', hidden: true}, h('label', {}, 'Find ', text));
  const element = h(
    'div',
    {},
    h('div', {class: 'title'},
      h('h1', {tabindex: -1}, 'Studies'),
      add),
    find,
    note,
    list,
  );
  let studies = [];
  let due = null;

  async function load() {
    due = null;
    studies = await source.studies();
    show();
  }

  function show() {
    find.hidden = studies.length <= MANY;
    const wanted = studies.filter((study) => study.name.toLowerCase().includes(text.value.trim().toLowerCase()));
    wanted.sort((a, b) => lastChange(b).localeCompare(lastChange(a)) || a.name.localeCompare(b.name));
    fill(list, ...wanted.map(card));
    fill(note, studies.length === 0
      ? 'There is no study yet. Make one here, or with “leadline work”, a client, or POST /api/v1/studies.'
      : wanted.length === studies.length ? '' : `${wanted.length} of ${count(studies.length, 'study', 'studies')}`);
  }

  function allow(granted) {
    add.hidden = granted === 'read';
  }

  allow(role);
  const stop = source.listen(null, null, ({type}) => {
    if (type !== 'connection' && due === null) {
      due = setTimeout(() => load().catch(() => {}), 500);
    }
  });
  return {
    element,
    ready: load(),
    allow,
    close() {
      stop();
      clearTimeout(due);
    },
  };
}

/** The newest first, and before them those in which nothing happened yet. */
function lastChange(study) {
  return study.changed ?? '9';
}

function card(study) {
  const {counts} = study;
  const ended = counts.done + counts.failed + counts.stopped;
  return h(
    'li',
    {},
    h('div', {class: 'head'}, h('a', {href: `#/studies/${encodeURIComponent(study.name)}`}, study.name), stateMark(study.state)),
    h('div', {class: 'best'},
      h('span', {class: 'quiet'}, study.goals ?? `${study.goal === 'maximise' ? '↑' : '↓'} ${study.objective}`, ' '),
      h('strong', {}, study.front ? `${study.front} on the front` : study.best ? number(study.best.value) : 'no value yet')),
    study.budget
      ? h('progress', {max: study.budget, value: Math.min(study.budget, ended), 'aria-label': `${ended} of ${study.budget} trials`})
      : null,
    h('div', {class: 'quiet'},
      [
        study.budget ? `${ended} of ${count(study.budget, 'trial')}` : count(ended, 'trial'),
        counts.running > 0 && `${counts.running} running`,
        counts.failed > 0 && `${counts.failed} failed`,
        counts.stopped > 0 && `${counts.stopped} ended early`,
        ago(study.changed),
      ].filter(Boolean).join(' · ')),
  );
}
