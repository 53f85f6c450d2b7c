// A chart with the words and the table that stand for it.

import {fill, h, scroller, table} from './dom.js';
import {palette} from './colours.js';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const shown = new Set();

/** Draws all charts again, in the colours of the moment. */
export function repaint() {
  shown.forEach((draw) => draw());
}

/**
 * A chart. It draws itself once it has a size and again whenever that, its content or the theme changes.
 * set(content): option(colours) gives what ECharts draws, summary is read instead of it, table() gives {head, rows}.
 */
export function chart(title, height) {
  const canvas = h('div', {class: 'canvas', role: 'img', 'aria-label': title});
  canvas.style.height = `${height}px`;
  const data = h('div', {});
  const details = h('details', {class: 'data', onToggle: fillTable}, h('summary', {}, 'Show as a table'), data);
  const element = h('div', {class: 'chart'}, canvas, details);
  let drawn = null;
  let content = null;

  function draw() {
    if (content === null || canvas.clientWidth === 0 || !canvas.isConnected) {
      return;
    }
    drawn = drawn ?? globalThis.echarts.init(canvas, null, {renderer: 'canvas'});
    drawn.resize();
    drawn.setOption(styled(content.option(palette())), {notMerge: true});
  }

  function fillTable() {
    if (details.open && content !== null) {
      const {head, rows} = content.table();
      fill(data, scroller(`${title}, as a table`, table(title, head, rows)));
    }
  }

  new ResizeObserver(draw).observe(canvas);
  shown.add(draw);
  return {
    element,
    resize(newHeight) {
      canvas.style.height = `${newHeight}px`;
    },
    set(next) {
      content = next;
      canvas.setAttribute('aria-label', next.summary);
      draw();
      fillTable();
    },
    onClick(listener) {
      listener.chart = drawn;
      whenDrawn(() => drawn, (chartDrawn) => chartDrawn.on('click', listener));
    },
  };
}

function whenDrawn(get, then) {
  const found = get();
  if (found) {
    then(found);
  } else {
    requestAnimationFrame(() => whenDrawn(get, then));
  }
}

/** The lines of a tooltip, as elements: names and values are text. */
export function tip(heading, pairs) {
  return h(
    'div',
    {class: 'tip'},
    h('strong', {}, heading),
    ...pairs.map(([name, value]) => h('div', {}, h('span', {class: 'quiet'}, `${name} `), value)),
  );
}

/** The room that the labels of an axis need, within bounds, in pixels. */
export function room(labels, least, most) {
  return Math.min(most, Math.max(least, ...labels.map((label) => 10 + 6.5 * label.length)));
}

/** Axis settings that all charts share. */
export function axis(colours, extra = {}) {
  return {
    nameTextStyle: {color: colours.quiet, fontFamily: FONT},
    axisLine: {onZero: false, lineStyle: {color: colours.line}},
    axisTick: {lineStyle: {color: colours.line}},
    splitLine: {show: false},
    ...extra,
    axisLabel: {color: colours.quiet, fontFamily: FONT, hideOverlap: true, ...extra.axisLabel},
  };
}

/** A vertical axis of values: few ticks, faint lines. */
export function valueAxis(colours, extra = {}) {
  return axis(colours, {
    type: 'value',
    scale: true,
    splitNumber: 4,
    splitLine: {show: true, lineStyle: {color: colours.line, opacity: 0.5}},
    axisLine: {show: false},
    axisTick: {show: false},
    ...extra,
  });
}

function styled(option) {
  const colours = palette();
  return {
    animation: false,
    textStyle: {fontFamily: FONT},
    ...option,
    tooltip: {
      confine: true,
      backgroundColor: colours.card,
      borderColor: colours.line,
      textStyle: {color: colours.text, fontFamily: FONT, fontSize: 13},
      ...option.tooltip,
    },
  };
}
