import { useEffect, useRef } from 'preact/hooks';
import { scheme } from '#web/shared/shell/theme.ts';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { WithinRow } from '#web/shared/values/within-row.ts';
import { aligned, type ChartProps, figureText, isDay } from './chart-data.ts';
import { drawChart } from './draw-chart.ts';

export default function DrawnChart({ title, series, format = countOf, isStacked = false }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    drawChart(place.current!, { title, series, format, isStacked }, stop.signal);
    return () => stop.abort();
  }, [JSON.stringify(series), scheme.value]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={place} class="chart-place" aria-hidden="true" />
      <details>
        <summary>Show as a table</summary>
        <ChartTable title={title} series={series} format={format} />
      </details>
    </figure>
  );
}

function ChartTable({ title, series, format }: Required<Omit<ChartProps, 'isStacked'>>) {
  const { moments, figures } = aligned(series);
  return (
    <table aria-label={title}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ name }) => (
            <th key={name} scope="col" class="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <WithinRow.Provider value={true}>
          {moments.map((at, row) => (
            <tr key={at}>
              <th scope="row">{isDay(at) ? at : <Time at={at} />}</th>
              {series.map(({ name }, column) => (
                <td key={name} class="number">
                  {figureText(figures[column]![row]!, format)}
                </td>
              ))}
            </tr>
          ))}
        </WithinRow.Provider>
      </tbody>
    </table>
  );
}
