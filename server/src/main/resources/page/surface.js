// A function on a grid as a smooth picture: what lies between its points, and where it has one value.

import {shadeOf} from './colours.js';

const MOST = 320; // pixels in each direction; the browser smooths the rest

/**
 * A canvas that fills a box.
 * across, up: where the columns and rows stand, in pixels of the page; shares: from 0 to 1, row by row, null where there is none.
 */
export function smooth(across, up, shares, box) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.min(MOST, Math.round(box.width)));
  canvas.height = Math.max(1, Math.min(MOST, Math.round(box.height)));
  const context = canvas.getContext('2d');
  const image = context.createImageData(canvas.width, canvas.height);
  const columns = cells(across, box.x, box.width, canvas.width);
  const rows = cells(up, box.y, box.height, canvas.height);
  rows.forEach(([row, down], y) => columns.forEach(([column, right], x) => {
    const at = (r, c) => shares[r * across.length + c];
    const corners = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
    if (!corners.includes(null)) {
      const share = (1 - down) * ((1 - right) * corners[0] + right * corners[1]) + down * ((1 - right) * corners[2] + right * corners[3]);
      image.data.set([...shadeOf(share), 255], 4 * (y * canvas.width + x));
    }
  }));
  context.putImageData(image, 0, 0);
  return canvas;
}

/** For each pixel between which two places it lies, and how far from the first one to the second. */
function cells(places, start, size, pixels) {
  return Array.from({length: pixels}, (_, i) => {
    const pixel = start + ((i + 0.5) / pixels) * size;
    const found = places.slice(1).findIndex((place, j) => (pixel - places[j]) * (pixel - place) <= 0);
    const cell = found < 0 ? places.length - 2 : found;
    return [cell, (pixel - places[cell]) / (places[cell + 1] - places[cell])];
  });
}

/** The lines of equal value, in pieces of one cell each (marching squares). */
export function lines(across, up, values, levels) {
  const pieces = [];
  for (let row = 0; row + 1 < up.length; row++) {
    for (let column = 0; column + 1 < across.length; column++) {
      const corners = [[row, column], [row, column + 1], [row + 1, column + 1], [row + 1, column]]
        .map(([r, c]) => ({x: across[c], y: up[r], value: values[r * across.length + c]}));
      if (corners.every(({value}) => value !== null)) {
        levels.forEach((level) => pieces.push(...crossing(corners, level)));
      }
    }
  }
  return pieces;
}

function crossing(corners, level) {
  const ends = corners.flatMap((a, i) => {
    const b = corners[(i + 1) % corners.length];
    if (a.value < level === b.value < level) {
      return [];
    }
    const share = (level - a.value) / (b.value - a.value);
    return [[a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)]];
  });
  const pairs = ends.length === 4 ? [[ends[0], ends[1]], [ends[2], ends[3]]] : ends.length === 2 ? [ends] : [];
  return pairs.map(([[x1, y1], [x2, y2]]) => ({x1, y1, x2, y2}));
}
