// The page: what it shows follows from the address.

import {repaint} from './chart.js';
import {comparison} from './compare.js';
import {askToken} from './dialogs.js';
import {fill, h} from './dom.js';
import {overview} from './overview.js';
import {embeddedSource, serverSource} from './source.js';
import {studyPage} from './study.js';

const THEME = 'leadline-theme';
const embedded = embeddedSource();
const source = embedded ?? serverSource();
const place = document.getElementById('page');
const wrong = document.getElementById('wrong');
const path = document.getElementById('path');
let page = null;
let role = 'read'; // until the server says more
let asked = null; // for a token

function route() {
  const [, name, tab] = /^#\/studies\/([^/]+)(?:\/(\w+))?$/.exec(location.hash) ?? [];
  const chosen = embedded ? embedded.name : name === undefined ? null : decodeURIComponent(name);
  page?.close();
  fill(wrong);
  document.title = 'Leadline';
  const [, compared] = /^#\/compare\/(.+)$/.exec(location.hash) ?? [];
  page = compared !== undefined ? comparison(source, compared.split(',').map(decodeURIComponent).slice(0, 6))
    : chosen === null ? overview(source, role) : studyPage(source, role, chosen, tab ?? (embedded ? location.hash.slice(2) : undefined));
  fill(place, page.element);
  fill(path, (chosen === null && compared === undefined) || embedded ? '' : h('a', {href: '#/'}, 'All studies'));
  page.ready.then(() => place.querySelector('h1')?.focus({preventScroll: true}), refuse);
}

async function refuse(error) {
  if (error.status === 401) {
    if (await source.askTabs()) {
      start();
      return;
    }
    asked = asked?.isConnected ? asked : askToken(source, start);
  } else {
    fill(wrong, error.message);
  }
}

/** The page does not wait to know what it may do, so that it is there sooner. */
function start() {
  route();
  source.me().then((me) => {
    role = me.role;
    source.caller = me;
    page.allow(role);
  }, () => {}); // the page itself says what is wrong
}

function remembered() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null; // a file in a browser that keeps nothing for files
  }
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  repaint();
}

function remember(theme) {
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // it lasts as long as the page
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');
document.documentElement.dataset.theme = remembered() ?? (dark.matches ? 'dark' : 'light');
dark.addEventListener('change', () => setTheme(remembered() ?? (dark.matches ? 'dark' : 'light')));
document.getElementById('theme').addEventListener('click', () => {
  const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  remember(theme);
  setTheme(theme);
});
addEventListener('hashchange', route);
addEventListener('unhandledrejection', (event) => refuse(event.reason ?? new Error('Something went wrong.')));
start();
