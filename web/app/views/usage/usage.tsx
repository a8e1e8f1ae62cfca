import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { UsageByDay } from './usage-by-day.tsx';
import { UsageEvents } from './usage-events.tsx';
import { UsageFilters } from './usage-filters.tsx';
import { usageQueryIn } from './usage-query.ts';
import { UsageTotals } from './usage-totals.tsx';

/** Lookups, matches and credits, by day and one by one. Range and filters are kept in the address. */
export default function Usage() {
  const [address] = useQuery();
  const query = usageQueryIn(address, new Date());
  const report = useAnswer('GET /internal/usage/by-account/{account_id}', {
    path: { account_id: me },
    query: { ...query, limit: 1 },
  });
  return (
    <Page title="Usage" intro="Days are UTC days. Lookups that find nothing are free.">
      <UsageFilters />
      <Show of={report}>
        {({ summary, daily, window, usage_24h }) => (
          <>
            <UsageTotals summary={summary} lastDay={usage_24h} />
            <UsageByDay daily={daily} window={window} />
          </>
        )}
      </Show>
      <UsageEvents query={query} />
    </Page>
  );
}
