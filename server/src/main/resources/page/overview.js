// All studies at a glance.

import {fill, h} from './dom.js';
import {ago, clock, count, number} from './format.js';
import {askStudy} from './new-study.js';
import {stateMark} from './trials.js';

const MANY = 2;
const MOST_COMPARED = 6;
const WIDTH = 120;
const HEIGHT = 28;
const ORDERS = {
  'latest first': (a, b) => lastChange(b).localeCompare(lastChange(a)) || a.name.localeCompare(b.name),
  name: (a, b) => a.name.localeCompare(b.name, 'en', {numeric: true}),
  'newest first': (a, b) => (b.created ?? '9').localeCompare(a.created ?? '9'),
  state: (a, b) => a.state.localeCompare(b.state) || a.name.localeCompare(b.name),
  'most trials': (a, b) => b.counts.done - a.counts.done,
};

export function overview(source, role) {
  const address = (name) => `#/studies/${encodeURIComponent(name)}`;
  const add = h('button', {type: 'button', class: 'main', onClick: () => askStudy(source, studies.map(({name}) => name), (name) => { location.hash = address(name); })}, 'New study …');
  const compare = h('button', {type: 'button', onClick: () => { location.hash = `#/compare/${[...compared].map(encodeURIComponent).join(',')}`; }});
  const list = h('ul', {class: 'studies'});
  const note = h('p', {class: 'note', role: 'status'});
  const text = h('input', {type: 'search', placeholder: 'name or tag', onInput: () => show()});
  const order = h('select', {onChange: () => show()}, ...Object.keys(ORDERS).map((name) => h('option', {}, name)));
  const find = h('p', {class: 'controls'}, h('label', {}, 'Find ', text), h('label', {}, 'Sort by ', order), compare);
  const gone = h('details', {class: 'data', hidden: true});
  const element = h(
    'div',
    {},
    h('div', {class: 'title'},
      h('h1', {tabindex: -1}, 'Studies'),
      add),
    find,
    note,
    list,
    gone,
  );
  const compared = new Set();
  let studies = [];
  let deleted = [];
  let may = role;
  let isKnown = false;
  let due = null;

  async function load() {
    due = null;
    [studies, deleted] = await Promise.all([source.studies(), source.deleted()]);
    isKnown = true;
    show();
  }

  function show() {
    find.hidden = studies.length < MANY;
    const words = text.value.trim().toLowerCase();
    const wanted = studies.filter((study) => [study.name, ...(study.tags ?? [])].some((one) => one.toLowerCase().includes(words)));
    wanted.sort(ORDERS[order.value]);
    compared.forEach((name) => studies.some((study) => study.name === name) || compared.delete(name));
    offer();
    fill(list, ...wanted.map(card));
    fill(note, studies.length === 0
      ? 'There is no study yet. Make one here, or with “leadline work”, a client, or POST /api/v1/studies.'
      : wanted.length === studies.length ? '' : `${wanted.length} of ${count(studies.length, 'study', 'studies')}`);
    gone.hidden = deleted.length === 0;
    const isOpen = gone.open;
    fill(gone, h('summary', {}, `${count(deleted.length, 'deleted study', 'deleted studies')}`), h('ul', {}, ...deleted.map(({id, name, until}) => h('li', {}, `${name}, gone for good ${clock(until)} `,
      may === 'admin' && h('button', {type: 'button', onClick: async () => { await source.restore(id); await load(); }}, 'Take back')))));
    gone.open = isOpen;
  }

  function card(study) {
    const {counts} = study;
    const ended = counts.done + counts.failed + counts.stopped;
    return h(
      'li',
      {},
      h('div', {class: 'head'}, h('a', {href: address(study.name)}, study.name), stateMark(study.state)),
      h('div', {class: 'best'},
        h('span', {class: 'quiet'}, study.goals ?? `${study.goal === 'maximise' ? '↑' : '↓'} ${study.objective}`, ' '),
        h('strong', {}, study.front ? `${study.front} on the front` : study.best ? number(study.best.value) : 'no value yet')),
      sparkline(study.trend ?? []),
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
      h('div', {class: 'tags'},
        ...(study.tags ?? []).map((tag) => h('button', {type: 'button', class: 'tag', onClick: () => { text.value = tag; show(); }}, tag)),
        studies.length > 1 && h('label', {class: 'small quiet'}, h('input', {type: 'checkbox', checked: compared.has(study.name), onChange: () => turn(study.name)}), ' compare')),
    );
  }

  function turn(name) {
    compared.has(name) ? compared.delete(name) : compared.add(name);
    offer();
  }

  function offer() {
    compare.disabled = compared.size < 2 || compared.size > MOST_COMPARED;
    fill(compare, compared.size < 2 ? 'Compare 2 to 6 …' : `Compare ${compared.size}`);
  }

  function allow(granted) {
    may = granted;
    add.hidden = granted === 'read';
    if (isKnown) {
      show();
    }
  }

  add.hidden = role === 'read';
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

/** How the best value came about, as a line. */
function sparkline(values) {
  const svg = (tag, attributes) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
  };
  const picture = svg('svg', {class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'});
  if (values.length > 1) {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const y = (value) => (high === low ? HEIGHT / 2 : HEIGHT - 3 - ((value - low) / (high - low)) * (HEIGHT - 6));
    const x = (i) => (i / (values.length - 1)) * WIDTH;
    const points = values.map((value, i) => `${i === 0 ? '' : `${x(i)},${y(values[i - 1])} `}${x(i)},${y(value)}`).join(' ');
    picture.append(svg('polyline', {points}));
  }
  return picture;
}
