// Numbers, durations and times as people read them.

const PLAIN = new Intl.NumberFormat('en', {maximumSignificantDigits: 5});
const WHOLE = new Intl.NumberFormat('en');
const RELATIVE = new Intl.RelativeTimeFormat('en', {numeric: 'auto'});
const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86400, 'hour', 3600],
  [Infinity, 'day', 86400],
];

/** Five significant digits; powers of ten where digits would not fit. */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return '–';
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) {
    return value.toExponential(3).replace(/\.?0+e/, 'e').replace('e+', 'e');
  }
  return PLAIN.format(value);
}

/** Three significant digits, for what is only estimated. */
export function rough(value) {
  return Number.isFinite(value) ? number(Number(value.toPrecision(3))) : number(value);
}

/** A setting of any kind: numbers in few digits, flags as on and off, the rest as it is. */
export function setting(value) {
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < 1e9 ? WHOLE.format(value) : number(value);
  }
  return value === null || value === undefined ? '–' : String(value);
}

export function count(n, one, many = `${one}s`) {
  return `${WHOLE.format(n)} ${n === 1 ? one : many}`;
}

export function percent(share) {
  const hundred = 100 * share;
  return `${hundred > 0 && hundred < 1 ? '< 1' : Math.round(hundred)} %`;
}

export function duration(seconds) {
  if (!Number.isFinite(seconds)) {
    return '–';
  }
  if (seconds < 0.9995) {
    return `${Math.round(1000 * seconds)} ms`;
  }
  if (seconds < 59.95) {
    return `${number(Math.round(10 * seconds) / 10)} s`;
  }
  const whole = Math.round(seconds);
  if (whole < 3600) {
    return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  }
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long ago something was, such as "5 minutes ago". */
export function ago(time, now = Date.now()) {
  const seconds = (Date.parse(time) - now) / 1000;
  if (Number.isNaN(seconds)) {
    return '';
  }
  if (seconds > -10) {
    return 'just now';
  }
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit);
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

export function clock(time) {
  return new Date(time).toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'});
}
