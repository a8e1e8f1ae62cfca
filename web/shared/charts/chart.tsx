import { later } from '#web/shared/shell/later.tsx';
import type { ChartProps } from './chart-data.ts';

const DrawnChart = later<ChartProps>(() => import('./drawn-chart.tsx'));

/** Lines or bars over time, and a table with the same figures. Comes with its library when the first one is shown. */
export function Chart(props: ChartProps) {
  return (
    <div class="chart-room">
      <DrawnChart {...props} />
    </div>
  );
}
