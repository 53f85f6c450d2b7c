// A chart with the words and the table that stand for it, and with doors to its trials.

import {fill, h, scroller, table} from './dom.js';
import {palette} from './colours.js';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const DRAG = 6; // pixels: less is a click
const shown = new Set();

/** Draws all charts again, in the colours of the moment. */
export function repaint() {
  shown.forEach((draw) => draw());
}

/**
 * A chart. It draws itself once it has a size and again whenever that, its content or the theme changes.
 * set(content): option(colours) gives what ECharts draws, summary is read instead of it, table() gives {head, rows}. Where it shows
 * trials, state opens and chooses them, and points are {trial, at: [x, y]} on its first axes; other items say theirs by trialOf(item).
 */
export function chart(title, height) {
  const canvas = h('div', {class: 'canvas', role: 'img', 'aria-label': title});
  const frame = h('div', {class: 'brush', hidden: true});
  const near = h('button', {type: 'button', hidden: true, onClick: zoomToChosen}, 'Zoom to the chosen');
  const whole = h('button', {type: 'button', hidden: true, onClick: () => zoomTo(null)}, 'Whole picture');
  const data = h('div', {});
  const details = h('details', {class: 'data', onToggle: fillTable}, h('summary', {}, 'Show as a table'), data);
  const element = h('div', {class: 'chart'}, h('div', {class: 'stage'}, canvas, frame, h('p', {class: 'tools'}, near, whole)), details);
  let drawn = null;
  let content = null;
  let zoom = null;
  canvas.style.height = height < 300 ? `${height}px` : `max(${height}px, min(${1.6 * height}px, 38vh))`; // more on a large screen

  function draw() {
    if (content === null || canvas.clientWidth === 0 || !canvas.isConnected) {
      return;
    }
    if (drawn === null) {
      drawn = globalThis.echarts.init(canvas, null, {renderer: 'canvas'});
      drawn.on('click', (item) => openTrial(item));
      brush(drawn, frame, () => content.points !== undefined, take);
    }
    drawn.resize();
    const option = content.option(palette());
    drawn.setOption(styled(zoomed({...option, series: [...option.series, ...rings()]}, zoom)), {notMerge: true});
    near.hidden = chosenPoints().length < 2 || zoom !== null;
    whole.hidden = zoom === null;
  }

  function openTrial(item) {
    const trial = content.trialOf ? content.trialOf(item) : item.data?.trial;
    if (trial !== undefined && trial !== null) {
      content.state.open(trial);
    }
  }

  function chosenPoints() {
    const chosen = content?.state?.chosen;
    return chosen?.size > 0 ? (content.points ?? []).filter(({trial}) => chosen.has(trial)) : [];
  }

  function rings() {
    const data = chosenPoints().map(({at}) => at);
    return data.length === 0 ? [] : [{
      type: 'scatter', silent: true, clip: true, symbolSize: 15, z: 8,
      itemStyle: {color: 'transparent', borderColor: palette().text, borderWidth: 2}, data,
    }];
  }

  /** What a rectangle of pixels holds is chosen, or becomes the picture. */
  function take([left, top, right, bottom], isZoom) {
    if (isZoom) {
      const [x1, y1] = drawn.convertFromPixel({gridIndex: 0}, [left, bottom]);
      const [x2, y2] = drawn.convertFromPixel({gridIndex: 0}, [right, top]);
      zoomTo({x: [x1, x2], y: [y1, y2]});
      return;
    }
    const inside = ({at}) => {
      const [x, y] = drawn.convertToPixel({gridIndex: 0}, at);
      return x >= left && x <= right && y >= top && y <= bottom;
    };
    content.state.choose(content.points.filter(inside).map(({trial}) => trial));
  }

  function zoomToChosen() {
    const places = chosenPoints().map(({at}) => drawn.convertToPixel({gridIndex: 0}, at));
    const ends = (i) => [Math.min(...places.map((place) => place[i])) - 12, Math.max(...places.map((place) => place[i])) + 12];
    const [[left, right], [top, bottom]] = [ends(0), ends(1)];
    take([left, top, right, bottom], true);
  }

  function zoomTo(next) {
    zoom = next;
    draw();
    (zoom === null ? near : whole).focus();
  }

  function fillTable() {
    if (details.open && content !== null) {
      const {head, rows} = content.table();
      const isDoor = head[0] === 'Trial' && content.state?.open;
      fill(data, scroller(`${title}, as a table`, table(title, head, isDoor ? rows.map(([trial, ...rest]) => [door(trial, content.state), ...rest]) : rows)));
    }
  }

  new ResizeObserver(draw).observe(canvas);
  shown.add(draw);
  return {
    element,
    resize(newHeight) {
      canvas.style.height = `${newHeight}px`;
    },
    /** Forgets the zoom: the axes mean something else from now on. */
    unzoom() {
      zoom = null;
    },
    set(next) {
      content = next;
      canvas.setAttribute('aria-label', next.summary);
      draw();
      fillTable();
    },
  };
}

/** The number of a trial, which opens it. */
export function door(trial, state) {
  return h('button', {type: 'button', class: 'plain link', 'aria-label': `Details of trial ${trial}`, onClick: () => state.open(Number(trial))}, String(trial));
}

/** Calls back with a rectangle that was drawn with the mouse, and whether Shift was held. */
function brush(drawn, frame, isOn, then) {
  const canvas = drawn.getZr();
  let start = null;

  function rectangle({offsetX, offsetY}) {
    return [Math.min(start[0], offsetX), Math.min(start[1], offsetY), Math.max(start[0], offsetX), Math.max(start[1], offsetY)];
  }

  canvas.on('mousedown', (event) => {
    start = isOn() && drawn.containPixel({gridIndex: 0}, [event.offsetX, event.offsetY]) ? [event.offsetX, event.offsetY] : null;
  });
  canvas.on('mousemove', (event) => {
    if (start !== null) {
      const [left, top, right, bottom] = rectangle(event);
      frame.hidden = right - left < DRAG && bottom - top < DRAG;
      Object.assign(frame.style, {left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px`});
    }
  });
  canvas.on('mouseup', (event) => {
    const found = start !== null && !frame.hidden ? rectangle(event) : null;
    start = null;
    frame.hidden = true;
    if (found !== null) {
      then(found, event.event.shiftKey);
    }
  });
  canvas.on('globalout', () => {
    start = null;
    frame.hidden = true;
  });
}

/** The same picture with other ends of its first axes. */
function zoomed(option, zoom) {
  if (zoom === null) {
    return option;
  }
  const within = (axes, [min, max]) => (Array.isArray(axes) ? [within(axes[0], [min, max]), ...axes.slice(1)] : {...axes, min, max, interval: null, splitNumber: 4});
  return {...option, xAxis: within(option.xAxis, zoom.x), yAxis: within(option.yAxis, zoom.y)};
}

/** Whether values fit on a logarithmic axis. */
export function isPositive(values) {
  return values.length > 0 && values.every((value) => value > 0);
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
