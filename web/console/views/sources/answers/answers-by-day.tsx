import type { Answer } from '#client';
import { Chart } from '#web/shared/charts/chart.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';

type Day = Answer<'GET /api/v1/admin/sources/answers'>['days'][number];

const dayMs = 86_400_000;

/** Answers and costs of the sources together. Days without a question are zero. */
export function AnswersByDay({ of, days }: { of: Day[]; days: number }) {
  const byDate = Map.groupBy(of, ({ date }) => date);
  const dates = Array.from({ length: days }, (_, at) =>
    new Date(Date.now() - (days - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
  const series = (name: string, figureOf: (its: Day[]) => number) => ({
    name,
    points: dates.map((date): [string, number] => [date, figureOf(byDate.get(date) ?? [])]),
  });
  return (
    <div class="side-by-side">
      <Card>
        <Chart
          title="Answers by UTC day"
          series={[
            series('Found', (its) => sum(its, 'found')),
            series('Not found', (its) => sum(its, 'not_found')),
            series('Failed', (its) => sum(its, 'failed')),
          ]}
        />
      </Card>
      <Card>
        <Chart
          title="Cost by UTC day"
          format={rupeesText}
          series={[
            series('Cost', (its) => sum(its, 'cost_paise') / 100),
            series('Per value found', (its) => ratio(sum(its, 'cost_paise'), sum(its, 'values_found')) / 100),
          ]}
        />
      </Card>
    </div>
  );
}

const sum = (days: Day[], name: 'found' | 'not_found' | 'failed' | 'cost_paise' | 'values_found'): number =>
  days.reduce((total, day) => total + day[name], 0);

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const rupeesText = (rupees: number): string => rupeesOf(Math.round(rupees * 100));
