import type { Answer } from '#client';
import { Chart } from '#web/shared/charts/chart.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import './usage.css';
import { daysWithin } from './usage-query.ts';

type Report = Answer<'GET /internal/usage/by-account/{account_id}'>;
type Day = Report['daily'][number];

/** Lookups and credits by day. */
export function UsageByDay({ daily, window }: Pick<Report, 'daily' | 'window'>) {
  if (daily.length === 0) return null;
  const byDate = new Map(daily.map((day) => [day.date, day]));
  const days = daysWithin(window);
  const series = (name: string, of: (day: Day) => number) => ({
    name,
    points: days.map((date): [string, number] => {
      const day = byDate.get(date);
      return [date, day ? of(day) : 0];
    }),
  });
  return (
    <div class="charts">
      <Card>
        <Chart
          isStacked
          title="Lookups by day"
          series={[
            series('Found', ({ completed }) => completed),
            series('Not found', ({ not_found }) => not_found),
          ]}
        />
      </Card>
      <Card>
        <Chart
          isStacked
          title="Credits spent by day"
          series={[series('Credits', ({ credits }) => credits)]}
        />
      </Card>
    </div>
  );
}
