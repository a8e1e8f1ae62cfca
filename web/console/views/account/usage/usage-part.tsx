import type { Answer } from '#client';
import { addressOf } from '#web/console/parts/account-address.ts';
import type { PartProps } from '#web/console/views/account/part-props.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Chart } from '#web/shared/charts/chart.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Tabs } from '#web/shared/layout/tabs.tsx';
import { addressWith, useQuery } from '#web/shared/shell/use-query.ts';
import { UsageEvents } from './usage-events.tsx';
import { UsageFigures } from './usage-figures.tsx';

const dayMs = 86_400_000;
const lengths = [7, 30, 90];

/** The account's lookups, by day and call by call. */
export function UsagePart({ account: { account_id } }: PartProps) {
  const [query] = useQuery();
  const days = lengths.find((length) => String(length) === query.days) ?? lengths[0]!;
  const start = new Date(Date.now() - (days - 1) * dayMs).toISOString().slice(0, 10);
  const usage = useAnswer('GET /internal/usage/by-account/{account_id}', {
    path: { account_id },
    query: { start, limit: 1 },
  });
  const addressFor = (length: number) =>
    addressWith(addressOf(account_id, 'usage'), {}, { days: length === lengths[0] ? null : String(length) });
  return (
    <>
      <Tabs label="Range" of={lengths.map((length) => [addressFor(length), `${length} days`])} />
      <Show of={usage}>
        {({ summary, usage_24h, daily }) => (
          <>
            <UsageFigures summary={summary} lastDay={usage_24h} />
            {daily.length > 0 && (
              <Card>
                <Chart
                  isStacked
                  title="Lookups by UTC day"
                  series={[
                    { name: 'Found', points: pointsOf(daily, start, 'completed') },
                    { name: 'Not found', points: pointsOf(daily, start, 'not_found') },
                  ]}
                />
              </Card>
            )}
          </>
        )}
      </Show>
      <UsageEvents accountId={account_id} start={start} />
    </>
  );
}

type Day = Answer<'GET /internal/usage/by-account/{account_id}'>['daily'][number];

/** Each day from `start` until today (UTC). The report has only days with lookups. */
function pointsOf(daily: readonly Day[], start: string, member: 'completed' | 'not_found') {
  const counts = new Map(daily.map((day) => [day.date, day[member]]));
  const length = Math.floor((Date.now() - Date.parse(start)) / dayMs) + 1;
  return Array.from({ length }, (_, at) => {
    const date = new Date(Date.parse(start) + at * dayMs).toISOString().slice(0, 10);
    return [date, counts.get(date) ?? 0] as const;
  });
}
