// The page's elements. Everything that comes from users goes through text nodes and attributes, never through HTML.

/** A new element: attributes by name, listeners as onClick, children as elements or text; null and false are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2).toLowerCase(), value);
    } else {
      element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
    }
  }
  element.append(...kept(children));
  return element;
}

/** Puts other children into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...kept(children));
  return element;
}

/** A table with a caption for those who do not see it; cells are text or elements, those of numeric columns are aligned right. */
export function table(caption, head, rows) {
  const isNumber = head.map((_, i) => rows.length > 0 && rows.every((row) => isFigure(row[i])));
  const side = (i) => (isNumber[i] ? 'number' : null);
  return h(
    'table',
    {},
    h('caption', {class: 'hidden'}, caption),
    h('thead', {}, h('tr', {}, ...head.map((name, i) => h('th', {scope: 'col', class: side(i)}, name)))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell, i) => h('td', {class: side(i)}, cell))))),
  );
}

/** A region that scrolls sideways and can be reached by keyboard. */
export function scroller(label, ...children) {
  return h('div', {class: 'scroll', role: 'region', 'aria-label': label, tabindex: 0}, ...children);
}

function kept(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}

function isFigure(cell) {
  const text = cell instanceof HTMLElement ? cell.textContent : cell;
  return typeof text === 'string' && (text === '–' || /^[-+]?[\d.,]+(e[-+]?\d+)?( %| s| ms)?$/.test(text));
}
