export interface Series {
  name: string;
  /** Moments (ISO 8601), or days (YYYY-MM-DD, UTC), with their figures. */
  points: readonly (readonly [at: string, figure: number])[];
}

export interface ChartProps {
  title: string;
  series: Series[];
  /** How a figure is written. Defaults to Indian grouping. */
  format?: (figure: number) => string;
  /** Bars, the series on top of each other. Else lines. */
  isStacked?: boolean;
}

/** The running totals: the top edge of each series, stacked on those before it. */
export function stackedOf(figures: readonly (readonly (number | null)[])[]): number[][] {
  const stacked: number[][] = [];
  for (const series of figures) {
    const below = stacked.at(-1);
    stacked.push(series.map((figure, at) => (figure ?? 0) + (below?.[at] ?? 0)));
  }
  return stacked;
}

/** Every moment of the series in order, and the figure of each series at each of them. */
export function aligned(series: readonly Series[]): { moments: string[]; figures: (number | null)[][] } {
  const moments = [...new Set(series.flatMap(({ points }) => points.map(([at]) => at)))].sort();
  const figures = series.map(({ points }) => {
    const known = new Map(points);
    return moments.map((at) => known.get(at) ?? null);
  });
  return { moments, figures };
}

/** A point is a day, or a moment. */
export const isDay = (at: string): boolean => at.length === 10;

/** A figure as it is written, or a dash where there is none. */
export const figureText = (figure: number | null, format: (figure: number) => string): string =>
  figure === null ? '–' : format(figure);

/** From nothing, or the lowest figure below it, to a little more than the highest figure, and one at least. */
export const scaleOf = (lowest: number | null, highest: number | null): [number, number] => [
  Math.min((lowest ?? 0) * 1.1, 0),
  Math.max((highest ?? 0) * 1.1, 1),
];
