import type { Answer } from '#client';
import { Chart } from '#web/shared/charts/chart.tsx';
import { daysWithin } from './usage-query.ts';

type Report = Answer<'GET /internal/usage/by-account/{account_id}'>;
type Day = Report['daily'][number];

const results: readonly (readonly [name: string, of: (day: Day) => number])[] = [
  ['Found', ({ completed }) => completed],
  ['Not found', ({ not_found }) => not_found],
  ['Failed', ({ requests, completed, not_found }) => requests - completed - not_found],
];

/** Lookups by day, the results on top of each other, and credits by day. */
export function UsageByDay({ of: { daily, window } }: { of: Pick<Report, 'daily' | 'window'> }) {
  const byDate = new Map(daily.map((day) => [day.date, day]));
  const days = daysWithin(window);
  const series = (name: string, of: (day: Day) => number) => ({
    name,
    points: days.map((date): [string, number] => {
      const day = byDate.get(date);
      return [date, day ? of(day) : 0];
    }),
  });
  const shown = results.filter(([, of]) => daily.some((day) => of(day) > 0));
  return (
    <div class="charts">
      <Chart isStacked title="Lookups by day" series={shown.map(([name, of]) => series(name, of))} />
      <Chart isStacked title="Credits spent by day" series={[series('Credits', ({ credits }) => credits)]} />
    </div>
  );
}
