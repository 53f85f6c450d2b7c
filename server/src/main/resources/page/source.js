// Where the page has its data from: a server, or the file itself.

import {readEvents} from './events.js';

const TOKEN = 'leadline-token';

/** What the server says is wrong, in its own words. */
export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The server that this page came from. */
export function serverSource() {
  const path = (name, rest = '') => `api/v1/studies/${encodeURIComponent(name)}${rest}`;
  return {
    isLive: true,
    setToken: (token) => sessionStorage.setItem(TOKEN, token),
    me: () => ask('GET', 'api/v1/me'),
    studies: async () => (await ask('GET', 'api/v1/studies')).studies,
    create: (study) => ask('POST', 'api/v1/studies', study),
    study: (name) => ask('GET', path(name)),
    trials: (name) => ask('GET', path(name, '/trials')),
    trial: (name, trial) => ask('GET', path(name, `/trials/${trial}`)),
    insight: (name) => ask('GET', path(name, '/view')),
    contour: (name, x, y) => ask('GET', path(name, `/view/contour?x=${encodeURIComponent(x)}&y=${encodeURIComponent(y)}`)),
    output: (name, trial) => ask('GET', path(name, `/trials/${trial}/output`)),
    change: (name, what) => ask('PATCH', path(name), what),
    act: (name, what, body = {}) => ask('POST', path(name, `/${what}`), body),
    listen: (name, since, onEvent) => readEvents(name === null ? 'api/v1/events' : path(name, '/events'), headers, since, onEvent),
  };
}

/** A study that is part of the file; null if there is none in it. */
export function embeddedSource() {
  const holder = document.getElementById('data');
  if (!holder) {
    return null;
  }
  const data = JSON.parse(holder.textContent);
  const same = (contour, x, y) => contour.x === x && contour.y === y;
  return {
    isLive: false,
    name: data.study.name,
    written: data.written,
    me: async () => ({role: 'read', tokens: false}),
    study: async () => data.study,
    trials: async () => ({trials: data.trials, change: null}),
    insight: async () => data.insight,
    contour: async (_, x, y) => data.contours.find((one) => same(one, x, y)) ?? turned(data.contours.find((one) => same(one, y, x))),
    output: async (_, trial) => data.outputs[trial] ?? Promise.reject(new ServerError(404, 'What it printed is not part of this file.')),
    listen: () => () => {},
  };
}

function headers() {
  const token = sessionStorage.getItem(TOKEN);
  return token ? {Authorization: `Bearer ${token}`} : {};
}

async function ask(method, path, body) {
  const sent = body === undefined ? {} : {body: JSON.stringify(body), headers: {'Content-Type': 'application/json', ...headers()}};
  const answer = await fetch(path, {method, headers: headers(), ...sent});
  if (answer.ok) {
    return answer.status === 204 ? null : answer.json();
  }
  const problem = await answer.json().catch(() => ({}));
  throw new ServerError(answer.status, problem.detail ?? `The server answered ${answer.status}.`);
}

/** The same contour with its axes exchanged. */
function turned(contour) {
  if (!contour) {
    return null;
  }
  const columns = contour.xValues.length;
  const swap = (list) => contour.xValues.flatMap((_, x) => contour.yValues.map((__, y) => list[y * columns + x]));
  return {
    ...contour,
    x: contour.y,
    y: contour.x,
    xValues: contour.yValues,
    yValues: contour.xValues,
    median: swap(contour.median),
    low: swap(contour.low),
    high: swap(contour.high),
    attraction: swap(contour.attraction),
  };
}
