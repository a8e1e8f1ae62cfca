import UPlot from 'uplot';
import type { ChartProps } from './drawn-chart.tsx';

const height = 240;

/** Draws into a place until the signal ends it. */
export function drawChart(
  place: HTMLElement,
  { series, format }: Required<ChartProps>,
  signal: AbortSignal,
): void {
  const moments = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort();
  const figures = series.map(({ points }) => new Map(points));
  const data: UPlot.AlignedData = [
    moments.map((at) => Date.parse(at) / 1000),
    ...figures.map((of) => moments.map((at) => of.get(at) ?? null)),
  ];
  const areDays = moments.every((at) => at.length === 10);
  const ink = colourOf(place, '--faint');
  const axis: UPlot.Axis = {
    stroke: ink,
    grid: { stroke: colourOf(place, '--line'), width: 1 },
    ticks: { show: false },
  };
  const plot = new UPlot(
    {
      width: place.clientWidth,
      height,
      ...(areDays ? { tzDate: (seconds: number) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') } : {}),
      cursor: { y: false },
      scales: { y: { range: (_, _lowest, highest) => [0, Math.max(highest * 1.1, 1)] } },
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
        { value: (_, seconds) => (seconds === null ? '–' : momentOf(seconds, areDays)) },
        ...series.map(({ name }, at) => ({
          label: name,
          stroke: colourOf(place, `--chart-${(at % 4) + 1}`),
          width: 2,
          points: { show: moments.length < 15, size: 5 },
          value: (_: UPlot, figure: number | null) => (figure === null ? '–' : format(figure)),
        })),
      ],
    },
    data,
    place,
  );
  const fitted = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }));
  fitted.observe(place);
  signal.addEventListener('abort', () => {
    fitted.disconnect();
    plot.destroy();
  });
}

/** The colour that a custom property stands for in the scheme of the page. */
function colourOf(place: HTMLElement, property: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${property})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const dayOfUtc = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** Hours where a day has several ticks, days elsewhere. */
function tickOf(seconds: number, ticks: readonly number[], areDays: boolean): string {
  const at = new Date(seconds * 1000);
  if (areDays) return seconds % 86_400 === 0 ? dayOfUtc.format(at) : '';
  const between = (ticks[1] ?? Infinity) - (ticks[0] ?? 0);
  return between < 86_400 && at.getHours() + at.getMinutes() > 0 ? hour.format(at) : day.format(at);
}

const momentOf = (seconds: number, isDay: boolean): string =>
  isDay
    ? new Date(seconds * 1000).toISOString().slice(0, 10)
    : new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
