import UPlot from 'uplot';
import { dayOf, timeOf } from '#web/shared/values/time.tsx';
import { aligned, type ChartProps, figureText, isDay, scaleOf, stackedOf } from './chart-data.ts';

const height = 200;

type Chart = Required<ChartProps>;

/** Draws into a place until the signal ends it. */
export function drawChart(place: HTMLElement, chart: Chart, signal: AbortSignal): void {
  const { moments, figures } = aligned(chart.series);
  const times = moments.map((at) => Date.parse(at) / 1000);
  // The highest is drawn first, and each next one over it.
  const drawn = chart.isStacked ? stackedOf(figures).reverse() : figures;
  const plot = new UPlot(optionsFor(place, chart, moments, figures), [times, ...drawn], place);
  const fitted = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
  fitted.observe(place);
  signal.addEventListener('abort', () => {
    fitted.disconnect();
    plot.destroy();
  });
}

function optionsFor(
  place: HTMLElement,
  { series, format, isStacked }: Chart,
  moments: string[],
  figures: (number | null)[][],
): UPlot.Options {
  const areDays = moments.every(isDay);
  const lines = series.map(({ name }, at): UPlot.Series => {
    const colour = colourOf(place, `--chart-${(at % 4) + 1}`);
    return {
      label: name,
      ...(isStacked ? { fill: colour, width: 0, paths: bars } : { stroke: colour, width: 1.5 }),
      points: { show: !isStacked && moments.length < 15, size: 5 },
      value: (_, _figure, _at, row) =>
        row === null || row === undefined ? '' : figureText(figures[at]![row] ?? null, format),
    };
  });
  const axis: UPlot.Axis = {
    font: `12px ${getComputedStyle(place).fontFamily}`,
    stroke: colourOf(place, '--faint'),
    grid: { stroke: colourOf(place, '--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: place.clientWidth,
    height,
    ...(areDays ? { tzDate: (seconds: number) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') } : {}),
    cursor: { y: false },
    scales: {
      ...(isStacked ? { x: { range: (_, first, last) => widened(first, last, moments.length) } } : {}),
      y: { range: (_, lowest, highest) => scaleOf(lowest, highest) },
    },
    axes: [
      {
        ...axis,
        space: 72,
        size: 32,
        values: (_, ticks) => ticks.map((seconds) => tickOf(seconds, ticks, areDays)),
      },
      {
        ...axis,
        size: 64,
        values: (_, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? format(tick) : '')),
      },
    ],
    series: [
      { value: (_, seconds) => (seconds === null ? '' : momentOf(seconds, areDays)) },
      ...(isStacked ? lines.reverse() : lines),
    ],
  };
}

/** In seconds, with room for the outer halves of the first and the last bar. One bar has half a day on each side. */
function widened(first: number, last: number, bars: number): [number, number] {
  const half = bars > 1 ? (last - first) / (bars - 1) / 2 : 43_200;
  return [first - half, last + half];
}

const bars = UPlot.paths.bars!({ size: [0.7, 32], radius: 0.15 });

/** The colour that a custom property stands for in the scheme of the page. */
function colourOf(place: HTMLElement, property: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${property})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const dayOfUtc = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Hours where a day has several ticks, days elsewhere. */
function tickOf(seconds: number, ticks: readonly number[], areDays: boolean): string {
  const at = new Date(seconds * 1000);
  if (areDays) return seconds % 86_400 === 0 ? dayOfUtc.format(at) : '';
  const between = (ticks[1] ?? Infinity) - (ticks[0] ?? 0);
  return between < 86_400 && at.getHours() + at.getMinutes() > 0 ? hour.format(at) : day.format(at);
}

const momentOf = (seconds: number, areDays: boolean): string =>
  areDays
    ? dayOf(new Date(seconds * 1000).toISOString(), 'UTC')
    : timeOf(new Date(seconds * 1000).toISOString());
