// How much each input matters to the model.

import {fill, h} from './dom.js';
import {percent} from './format.js';

export function importance() {
  const list = h('ol', {class: 'bars'});
  const how = h('p', {class: 'note'});
  const where = h('select', {onChange: () => show()},
    h('option', {value: 'share'}, 'the whole space'), h('option', {value: 'goodShare'}, 'its good half'));
  const element = h(
    'section',
    {class: 'card', 'aria-labelledby': 'importance-title'},
    h('h2', {id: 'importance-title'}, 'Importance of each input'),
    h('p', {class: 'controls'}, h('label', {}, 'Share of the variance over ', where)),
    list,
    h('details', {class: 'data'}, h('summary', {}, 'How it is computed'), how),
  );
  let shown = null;

  function show() {
    const [share, error] = where.value === 'share' ? ['share', 'error'] : ['goodShare', 'goodError'];
    const inputs = [...shown.inputs].sort((a, b) => b[share] - a[share]);
    const most = Math.max(...inputs.map((input) => input[share]), 1e-9);
    fill(how, shown.method);
    fill(list, ...inputs.map((input) => bar(input.input, input[share], input[error], most)));
  }

  return {
    element,
    update({insight}) {
      shown = insight?.importance ?? null;
      element.hidden = shown === null;
      if (shown !== null) {
        show();
      }
    },
  };
}

/** The inputs with their shares, the most important first. */
export function byImportance(insight) {
  return [...(insight?.importance?.inputs ?? [])].sort((a, b) => b.share - a.share);
}

function bar(input, share, error, most) {
  const filled = h('span', {class: 'filled'});
  filled.style.width = `${(100 * share) / most}%`;
  return h(
    'li',
    {},
    h('span', {class: 'name', title: input}, input),
    h('span', {class: 'track', 'aria-hidden': true}, filled),
    h('span', {class: 'share'}, percent(share), h('small', {}, ` ± ${Math.ceil(100 * error)}`)),
  );
}
