// Where the page has its data from: a server, or the file itself.

import {readEvents} from './events.js';

const TOKEN = 'leadline-token';
const SHARING = 150; // milliseconds that other tabs have to answer

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
    caller: null, // as the server says, once it has
    setToken: (token) => sessionStorage.setItem(TOKEN, token),
    /** Whether another tab knew a token. */
    askTabs: sharedToken(),
    me: () => ask('GET', 'api/v1/me'),
    studies: async () => (await ask('GET', 'api/v1/studies')).studies,
    deleted: async () => (await ask('GET', 'api/v1/deleted')).deleted,
    restore: (id) => ask('POST', `api/v1/deleted/${encodeURIComponent(id)}/restore`, {}),
    remove: (name) => ask('DELETE', path(name)),
    download: (name, kind, trials = '') => download(path(name, `/export.${kind}${trials && `?trials=${trials}`}`), `${name}.${kind}`),
    create: (study) => ask('POST', 'api/v1/studies', study),
    study: (name) => ask('GET', path(name)),
    trials: (name) => ask('GET', path(name, '/trials')),
    trial: (name, trial) => ask('GET', path(name, `/trials/${trial}`)),
    insight: (name, goal = null) => ask('GET', path(name, `/view${goal === null ? '' : `?goal=${encodeURIComponent(goal)}`}`)),
    contour: (name, x, y, goal) => ask('GET', path(name, `/view/contour?x=${encodeURIComponent(x)}&y=${encodeURIComponent(y)}${goal === null ? '' : `&goal=${encodeURIComponent(goal)}`}`)),
    output: (name, trial) => ask('GET', path(name, `/trials/${trial}/output`)),
    audit: async (name) => (await ask('GET', path(name, '/audit'))).changes,
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
    caller: null,
    me: async () => ({role: 'read', tokens: false}),
    study: async () => data.study,
    trials: async () => ({trials: data.trials, change: null}),
    insight: async (_, goal = null) => (goal === null ? data.insight : data.goals[goal]),
    contour: async (_, x, y, goal) => {
      const known = goal === null || goal === data.study.objective ? data.contours : []; // of the first goal alone
      return known.find((one) => same(one, x, y)) ?? turned(known.find((one) => same(one, y, x)));
    },
    output: async (_, trial) => data.outputs[trial] ?? Promise.reject(new ServerError(404, 'What it printed is not part of this file.')),
    listen: () => () => {},
  };
}

/** Tells other tabs of the same origin the token, and asks them for it: it is typed once, and kept until the last tab is closed. */
function sharedToken() {
  const tabs = new BroadcastChannel(TOKEN);
  let taken = () => {};
  tabs.onmessage = ({data}) => {
    const own = sessionStorage.getItem(TOKEN);
    if (data.wanted && own) {
      tabs.postMessage({token: own});
    } else if (data.token && !own) {
      sessionStorage.setItem(TOKEN, data.token);
      taken(true);
    }
  };
  return () => new Promise((resolve) => {
    if (sessionStorage.getItem(TOKEN)) {
      resolve(false);
      return;
    }
    taken = resolve;
    tabs.postMessage({wanted: true});
    setTimeout(() => resolve(false), SHARING);
  });
}

/** Saves what the server answers, which may want a token. */
async function download(path, name) {
  const answer = await fetch(path, {headers: headers()});
  if (!answer.ok) {
    throw new ServerError(answer.status, `The server answered ${answer.status}.`);
  }
  const address = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement('a'), {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
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
