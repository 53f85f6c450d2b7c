// The inputs of a study, and where their values stand on an axis.

import {axis} from './chart.js';
import {alike, setting} from './format.js';

const LABEL = 70;
const KINDS = ['real', 'integer', 'choice', 'ordinal', 'flag'];

/** The inputs as the study's space lists them: name, kind, bounds or options, and how a value is written. */
export function inputsOf(study) {
  return study.space.parameters.map((parameter) => {
    const kind = KINDS.find((name) => name in parameter);
    const isNumeric = kind === 'real' || kind === 'integer';
    const among = isNumeric ? alike(parameter[kind]) : String;
    return {
      name: parameter.name,
      kind,
      isNumeric,
      low: isNumeric ? parameter[kind][0] : null,
      high: isNumeric ? parameter[kind][1] : null,
      isLog: parameter.scale === 'log',
      when: parameter.when ?? null,
      options: isNumeric ? [] : kind === 'flag' ? [false, true] : parameter[kind],
      write: (value) => setting(value, among),
    };
  });
}

/** In words: what the input may be. */
export function rangeOf(input) {
  return input.when === null ? valuesOf(input) : `${valuesOf(input)}, when ${input.when}`;
}

function valuesOf(input) {
  if (input.kind === 'flag') {
    return 'on or off';
  }
  return input.isNumeric
    ? `${input.write(input.low)} to ${input.write(input.high)}${input.isLog ? ', log scale' : ''}`
    : input.options.map(input.write).join(', ');
}

/** An axis along an input. */
export function inputAxis(colours, input, extra = {}) {
  if (!input.isNumeric) {
    const shortened = {width: LABEL, overflow: 'truncate', interval: 0, ...extra.axisLabel};
    return axis(colours, {type: 'category', data: input.options.map(input.write), ...extra, axisLabel: shortened});
  }
  const isLog = input.isLog && input.high / input.low > 10;
  return axis(colours, {
    type: isLog ? 'log' : 'value',
    min: input.low,
    max: input.high,
    splitNumber: 4,
    ...(isLog ? {} : evenSteps(input)),
    ...extra,
    axisLabel: {formatter: input.write, ...extra.axisLabel},
  });
}

/** Steps of a round width that meet both ends, where there are such. */
function evenSteps({low, high}) {
  const isWhole = (number) => Math.abs(number - Math.round(number)) < 1e-9 * Math.max(1, Math.abs(number));
  const size = 10 ** Math.floor(Math.log10(high - low));
  const interval = [1, 0.5, 0.25, 0.2].map((part) => part * size)
    .find((step) => (high - low) / step >= 2 && (high - low) / step <= 5 && isWhole(low / step) && isWhole(high / step));
  return interval === undefined ? {splitNumber: 2} : {interval};
}

/** How far apart two settings are in some inputs: 0 where all are the same, 1 where none is alike. */
export function distance(inputs, one, other) {
  const apart = inputs.map((input) => {
    const [a, b] = [one?.[input.name], other?.[input.name]];
    if (!input.isNumeric || a === undefined || b === undefined) {
      return a === b ? 0 : 1;
    }
    const place = input.isLog ? Math.log : (value) => value;
    return Math.abs(place(a) - place(b)) / (place(input.high) - place(input.low));
  });
  return apart.length === 0 ? 0 : apart.reduce((sum, part) => sum + part, 0) / apart.length;
}

/** Where a value stands on the axis of its input; null where there is none. */
export function placeOf(input, value) {
  if (value === undefined || value === null) {
    return null;
  }
  return input.isNumeric ? value : input.options.indexOf(value);
}
