// How much each input matters to the model.

import {fill, h} from './dom.js';
import {percent} from './format.js';

export function importance() {
  const list = h('ol', {class: 'bars'});
  const how = h('p', {class: 'note'});
  const element = h(
    'section',
    {class: 'card', 'aria-labelledby': 'importance-title'},
    h('h2', {id: 'importance-title'}, 'Importance of each input'),
    list,
    h('details', {class: 'data'}, h('summary', {}, 'How it is computed'), how),
  );
  return {
    element,
    update({insight}) {
      element.hidden = !insight?.importance;
      if (!insight?.importance) {
        return;
      }
      fill(how, insight.importance.method);
      const inputs = byImportance(insight);
      const most = Math.max(...inputs.map((input) => input.share), 1e-9);
      fill(list, ...inputs.map((input) => bar(input, most)));
    },
  };
}

/** The inputs with their shares, the most important first. */
export function byImportance(insight) {
  return [...(insight?.importance?.inputs ?? [])].sort((a, b) => b.share - a.share);
}

function bar({input, share}, most) {
  const filled = h('span', {class: 'filled'});
  filled.style.width = `${(100 * share) / most}%`;
  return h(
    'li',
    {},
    h('span', {class: 'name', title: input}, input),
    h('span', {class: 'track', 'aria-hidden': true}, filled),
    h('span', {class: 'share'}, percent(share)),
  );
}
