// Numbers, durations and times as people read them.

const FEW = 5;
const ALL = 17; // more tell no two numbers apart
const PLAIN = Array.from({length: ALL}, (_, i) => new Intl.NumberFormat('en', {maximumSignificantDigits: i + 1}));
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
  return written(value, FEW);
}

/** How to write numbers of one kind: with as many more digits than these as all of them have in common. */
export function alike(numbers, digits = FEW) {
  const range = spread(numbers);
  return (value) => written(value, digitsOf(value, range, digits));
}

/** A number beside others that are so far apart, to some digits of what they do not have in common. */
export function rounded(value, range, digits) {
  return Number.isFinite(value) ? Number(value.toPrecision(digitsOf(value, range, digits))) : value;
}

function digitsOf(value, range, digits) {
  const common = Math.floor(Math.log10(Math.abs(value))) - Math.floor(Math.log10(range)) - 1;
  return value !== 0 && range > 0 && common > 0 ? Math.min(ALL, digits + common) : digits;
}

function spread(numbers) {
  const known = numbers.filter(Number.isFinite);
  return known.reduce((most, value) => Math.max(most, value), -Infinity) - known.reduce((least, value) => Math.min(least, value), Infinity);
}

/** Whole numbers are written out, and no number with fewer digits than stand before its point. */
function written(value, digits) {
  if (value === null || value === undefined || Number.isNaN(value)) {
    return '–';
  }
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) {
    return WHOLE.format(value);
  }
  if (size < 1e-4 || size >= 1e9) {
    return value.toExponential(digits - 1).replace(/\.?0+e/, 'e').replace('e+', 'e');
  }
  return PLAIN[Math.max(digits, Math.floor(Math.log10(size)) + 1) - 1].format(value);
}

/** Three significant digits, for what is only estimated. */
export function rough(value) {
  return Number.isFinite(value) ? number(Number(value.toPrecision(3))) : number(value);
}

/** A setting of any kind: whole numbers as they are, others as told or with all digits, flags as on and off, the rest as it is. */
export function setting(value, write = String) {
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < 1e15 ? WHOLE.format(value) : write(value);
  }
  return value === null || value === undefined ? '–' : String(value);
}

export function count(n, one, many = `${one}s`) {
  return `${WHOLE.format(n)} ${n === 1 ? one : many}`;
}

export function percent(share) {
  const hundred = 100 * share;
  const isAlmost = hundred > 99 && hundred < 100;
  return `${hundred > 0 && hundred < 1 ? '< 1' : isAlmost ? '> 99' : Math.round(hundred)} %`;
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
