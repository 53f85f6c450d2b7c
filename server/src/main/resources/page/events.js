// Server-sent events read by fetch, because EventSource cannot send a token.

const SOONEST = 1000;
const LATEST = 30000;

/**
 * Calls back for every event, {type, data}, and with type "connection" and data true or false when it comes and goes. Returns what stops it.
 * since: the last change that is known, null for none. A token that is no longer taken ends it with an error of status 401.
 */
export function readEvents(path, headers, since, onEvent) {
  const stop = new AbortController();
  let last = since;
  let wait = SOONEST;
  let refused = null;

  async function run() {
    while (!stop.signal.aborted) {
      try {
        const known = last === null ? {} : {'Last-Event-ID': last};
        const answer = await fetch(path, {headers: {...headers(), ...known}, signal: stop.signal, cache: 'no-store'});
        if (answer.status === 401) {
          refused = Object.assign(new Error('the token is not taken any more'), {status: 401});
        }
        if (!answer.ok) {
          throw new Error(`the server answered ${answer.status}`);
        }
        onEvent({type: 'connection', data: true});
        wait = SOONEST;
        await read(answer.body.pipeThrough(new TextDecoderStream()).getReader());
      } catch {
        // below
      }
      if (refused !== null) {
        throw refused;
      }
      if (!stop.signal.aborted) {
        onEvent({type: 'connection', data: false});
        await new Promise((resolve) => setTimeout(resolve, wait));
        wait = Math.min(LATEST, 2 * wait);
      }
    }
  }

  async function read(reader) {
    let rest = '';
    for (;;) {
      const {value, done} = await reader.read();
      if (done) {
        return;
      }
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop();
      blocks.forEach(tell);
    }
  }

  function tell(block) {
    const event = parseEvent(block);
    last = event.id ?? last;
    if (event.data !== '') {
      onEvent({type: event.type, data: JSON.parse(event.data)});
    }
  }

  run();
  return () => stop.abort();
}

/** One block of an event stream; comments have no data. */
export function parseEvent(block) {
  const event = {type: 'message', data: '', id: null};
  const data = [];
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (name === 'event') {
      event.type = value;
    } else if (name === 'id') {
      event.id = value;
    } else if (name === 'data') {
      data.push(value);
    }
  }
  event.data = data.join('\n');
  return event;
}
