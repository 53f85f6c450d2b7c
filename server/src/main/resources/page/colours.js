// The colours of charts: from the style sheet, so that light and dark are decided in one place.

/* Ten steps of a scale from dark blue to yellow that keeps its order for every kind of colour vision and in grey. */
const SCALE = [
  [0, 34, 78], [18, 53, 112], [59, 73, 108], [87, 93, 109], [112, 113, 115],
  [138, 134, 120], [165, 156, 116], [195, 179, 105], [225, 204, 85], [254, 232, 56],
];

/** What the style sheet says now. */
export function palette() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: read('text'),
    quiet: read('quiet'),
    line: read('line'),
    card: read('card'),
    main: read('main'),
    worst: read('worst'),
    bad: read('bad'),
    next: read('next'),
  };
}

/** A colour between two of the style sheet's, both as #rrggbb. */
export function mix(from, to, share) {
  const parts = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const start = parts(from);
  return `rgb(${parts(to).map((part, i) => Math.round(start[i] + share * (part - start[i]))).join(',')})`;
}

/** A colour of the scale: 0 is dark, 1 is bright. */
export function shade(share) {
  return `rgb(${shadeOf(share).join(',')})`;
}

/** The same as red, green and blue. */
export function shadeOf(share) {
  const place = Math.min(1, Math.max(0, share)) * (SCALE.length - 1);
  const low = Math.min(SCALE.length - 2, Math.floor(place));
  const rest = place - low;
  return SCALE[low].map((part, i) => Math.round(part + rest * (SCALE[low + 1][i] - part)));
}

/** The scale as a CSS gradient, dark to bright. */
export function gradient() {
  return `linear-gradient(to right, ${SCALE.map((_, i) => shade(i / (SCALE.length - 1))).join(', ')})`;
}
