// The charts of pages, as options of Apache ECharts. A chart is a record of the Java class whose
// name its function has. 'colours' has the light colours by name; 'time' writes seconds.

// Nothing in a picture moves.
function setTimeout() {}
function clearTimeout() {}

function draw(kind, chart) {
  var picture = this[kind](chart);
  var drawn = echarts.init(
      null, null, { renderer: 'svg', ssr: true, width: 1000, height: picture.height });
  delete picture.height; // means something else to ECharts
  picture.animation = false;
  picture.backgroundColor = colours.PAPER;
  picture.textStyle = { color: colours.INK };
  picture.title = {
    text: picture.title || chart.title,
    left: 0,
    top: 0,
    textStyle: { fontSize: 13, fontWeight: 'bold', color: colours.INK }
  };
  drawn.setOption(picture);
  var svg = drawn.renderToSVGString();
  drawn.dispose();
  return svg;
}

// An axis of values from zero on.
function values(format) {
  return {
    type: 'value',
    min: 0,
    axisLabel: { formatter: format, color: colours.SOFT, hideOverlap: true },
    splitLine: { lineStyle: { color: colours.LINE } }
  };
}

// A legend, one name below the other.
function legend(left, top, names) {
  return { orient: 'vertical', left: left, top: top, data: names, textStyle: { color: colours.SOFT } };
}

// Horizontal bars: each is a median, with the figure at its end, and the line across its end the
// range.
function BarChart(chart) {
  var bars = chart.bars;
  var ranges = bars.some(bar => bar.value.count > 1);
  var words = { OURS: 'Sluice', PEER: 'others', BOUND: 'bound' };
  var tones = Object.keys(words).filter(tone => bars.some(bar => bar.tone === tone));
  // The only bar of a tone, or what the bars of that tone are.
  var name = tone => {
    var own = bars.filter(bar => bar.tone === tone);
    return own.length === 1 ? own[0].label : words[tone];
  };
  // The bars of a tone, a series of their own for the legend.
  var series = tones.map(tone => ({
    type: 'bar',
    name: name(tone),
    stack: 'one bar in each row',
    barWidth: 16,
    data: bars.map(bar => bar.tone === tone ? bar.value.median : '-'),
    itemStyle: { color: colours[tone] },
    markLine: {
      data: bars
          .map((bar, i) => [{ coord: [bar.value.min, i] }, { coord: [bar.value.max, i] }])
          .filter((range, i) => bars[i].tone === tone && bars[i].value.count > 1),
      symbol: 'rect',
      symbolSize: [8, 1],
      label: { show: false },
      lineStyle: { type: 'solid', width: 1, color: colours.INK }
    }
  }));
  // The medians in words, where the bars end, above the line of a range. Each has a second point
  // without a figure, only for the axis, which must reach to the end of the range.
  var medians = [];
  bars.forEach((bar, i) => {
    medians.push({ value: [bar.value.max, i], label: { show: false } });
    medians.push({
      value: [bar.value.median, i],
      label: { formatter: chart.format(bar.value.median), offset: [0, bar.value.count > 1 ? -9 : 0] }
    });
  });
  series.push({
    type: 'scatter',
    symbolSize: 0,
    data: medians,
    itemStyle: { opacity: 1 },
    label: { show: true, position: 'right', color: colours.SOFT }
  });
  return {
    height: 54 + 30 * bars.length,
    title: chart.title + (ranges ? '  (bar: median, line: lowest to highest round)' : ''),
    // Some fonts are wider than ECharts assumes.
    grid: {
      left: 1.3 * Math.max.apply(null, bars.map(bar => bar.label.length).concat(0)),
      right: 110,
      top: 26,
      bottom: 4,
      containLabel: true
    },
    xAxis: values(chart.format),
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(bar => bar.label),
      axisLabel: { interval: 0, color: colours.INK },
      axisLine: { show: false },
      axisTick: { show: false }
    },
    legend: {
      show: tones.length > 1,
      right: 30,
      itemGap: 30,
      top: 0,
      itemWidth: 12,
      itemHeight: 12,
      selectedMode: false,
      data: tones.map(name),
      textStyle: { color: colours.SOFT }
    },
    series: series
  };
}

// Neighbours differ in more than their colour, for readers who do not see it.
var STROKES = [
  ['OURS', 'solid'], ['SECOND', 'dashed'], ['THIRD', 'dotted'], ['PEER', 'solid'],
  ['FOURTH', 'dashed'], ['FIFTH', 'dotted'], ['SIXTH', 'dashed'], ['SECOND', 'dotted'],
  ['THIRD', 'solid']
];

// A line for each contestant over time, with marks for the times when something was done to them.
function LineChart(chart) {
  var series = chart.lines.map((line, i) => {
    var stroke = STROKES[Math.min(i, STROKES.length - 1)];
    return {
      type: 'line',
      name: line.label,
      symbol: 'none',
      clip: false,
      data: line.points.map(point => [point.seconds, point.value]),
      itemStyle: { color: colours[stroke[0]] },
      lineStyle: { color: colours[stroke[0]], width: 1.6, type: stroke[1] }
    };
  });
  // The marks, on a line without points, so that they appear whatever the others have.
  series.unshift({
    type: 'line',
    data: [],
    markArea: {
      data: chart.marks.map(mark => [{ name: mark.label, xAxis: mark.from }, { xAxis: mark.to }]),
      label: { color: colours.SOFT, position: 'insideTopLeft' },
      // With an edge, since a moment has no width.
      itemStyle: { color: colours.BOUND, opacity: 0.35, borderColor: colours.INK, borderWidth: 1 }
    }
  });
  var names = legend(880, 28, chart.lines.map(line => line.label));
  // The lines alone, without dots that would hide how they are drawn.
  names.itemStyle = { opacity: 0 };
  return {
    height: 62 + Math.max(220, 26 * chart.lines.length),
    grid: { left: 12, right: 140, top: 34, bottom: 4, containLabel: true },
    legend: names,
    xAxis: values(time),
    yAxis: values(chart.format),
    series: series
  };
}

// The parts of a whole, the largest first.
function PieChart(chart) {
  return {
    height: 250,
    color: ['OURS', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH', 'BOUND', 'LINE', 'PEER']
        .map(name => colours[name]),
    legend: legend(220, 30, chart.slices.map(slice => slice.label)),
    series: [{
      type: 'pie',
      radius: 90,
      center: [100, 120],
      data: chart.slices.map(slice => ({ name: slice.label, value: slice.value })),
      label: { show: false },
      // Without values, no parts of equal size.
      stillShowZeroSum: false
    }]
  };
}
