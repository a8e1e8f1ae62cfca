import { useQuery } from '../../shared/address.ts';
import { useAnswer } from '../../shared/answer.ts';
import { me } from '../../shared/api.ts';
import { Page } from '../../shared/page.tsx';
import { Show } from '../../shared/show.tsx';
import { UsageByDay } from './usage/usage-by-day.tsx';
import { UsageEvents } from './usage/usage-events.tsx';
import { UsageFilters } from './usage/usage-filters.tsx';
import { usageQueryIn } from './usage/usage-query.ts';
import { UsageTotals } from './usage/usage-totals.tsx';

/** What was looked up, found and spent, by day and one by one. Range and filters stand in the address. */
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
