// A little Markdown as elements: what people write becomes text nodes, never HTML.

import {h} from './dom.js';

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s)]+)/g;

/** Headings, lists, quotes, code, emphasis and links to the web; all else as it is. */
export function markdown(text) {
  const blocks = [];
  let lines = text.replaceAll('\r', '').split('\n');
  while (lines.length > 0) {
    const [block, rest] = next(lines);
    lines = rest;
    if (block !== null) {
      blocks.push(block);
    }
  }
  return blocks;
}

function next([line, ...rest]) {
  if (line.trim() === '') {
    return [null, rest];
  }
  if (line.startsWith('```')) {
    const end = rest.findIndex((one) => one.startsWith('```'));
    const code = end < 0 ? rest : rest.slice(0, end);
    return [h('pre', {class: 'output', tabindex: 0, 'aria-label': 'Code'}, code.join('\n')), end < 0 ? [] : rest.slice(end + 1)];
  }
  const heading = /^(#{1,6}) +(.*)$/.exec(line);
  if (heading) {
    return [h(heading[1].length < 2 ? 'h3' : 'h4', {}, ...inline(heading[2])), rest];
  }
  for (const [mark, tag] of [[/^\s*[-*+] +/, 'ul'], [/^\s*\d+[.)] +/, 'ol']]) {
    if (mark.test(line)) {
      const items = run([line, ...rest], (one) => mark.test(one));
      return [h(tag, {}, ...items.map((item) => h('li', {}, ...inline(item.replace(mark, ''))))), [line, ...rest].slice(items.length)];
    }
  }
  if (line.startsWith('> ')) {
    const quoted = run([line, ...rest], (one) => one.startsWith('> '));
    return [h('blockquote', {}, ...inline(quoted.map((one) => one.slice(2)).join(' '))), [line, ...rest].slice(quoted.length)];
  }
  const words = run([line, ...rest], (one) => one.trim() !== '' && !/^(#{1,6} |```|> |\s*[-*+] |\s*\d+[.)] )/.test(one));
  const taken = words.length === 0 ? [line] : words;
  return [h('p', {}, ...inline(taken.join(' '))), [line, ...rest].slice(taken.length)];
}

function run(lines, isOne) {
  const end = lines.findIndex((line) => !isOne(line));
  return end < 0 ? lines : lines.slice(0, end);
}

function inline(text) {
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, code, strong, weak, label, address, bare] = found;
    parts.push(text.slice(last, found.index), element(code, strong, weak, label, address ?? bare));
    last = found.index + whole.length;
  }
  return [...parts, text.slice(last)].filter((part) => part !== '');
}

function element(code, strong, weak, label, address) {
  if (code !== undefined) {
    return h('code', {}, code);
  }
  if (strong !== undefined) {
    return h('strong', {}, strong);
  }
  return weak !== undefined ? h('em', {}, weak) : h('a', {href: address, rel: 'noopener noreferrer', target: '_blank'}, label ?? address);
}
