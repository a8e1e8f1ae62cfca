import { PastLookups, pastLookupsFile } from '#web/app/parts/lookups/past-lookups.tsx';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { UsageByDay } from './usage-by-day.tsx';
import { UsageFilters } from './usage-filters.tsx';
import { isFiltered, type UsageFilter, usageQueryIn } from './usage-query.ts';
import { UsageTotals } from './usage-totals.tsx';
import '#web/app/parts/figures.css';
import './usage.css';

/** Lookups, matches and credits, by day and one by one. Range and filters are kept in the address. */
export default function Usage() {
  const [address] = useQuery();
  const query = usageQueryIn(address, new Date());
  const report = useAnswer('GET /internal/usage/by-account/{account_id}', {
    path: { account_id: me },
    query: { ...query, limit: 1 },
  });
  return (
    <Page title="Usage" intro="Days are UTC days. Changes compare with as many days before.">
      <UsageFilters />
      <Show of={report}>
        {(value) =>
          value.summary.requests + value.previous.requests > 0 ? (
            <>
              <UsageTotals of={value} />
              <UsageByDay of={value} />
              <Lookups query={query} />
            </>
          ) : isFiltered(address) ? (
            <Empty title="No lookups match.">
              <a href="/app/usage">Show all lookups of the last 30 days</a>
            </Empty>
          ) : (
            <NoLookups />
          )
        }
      </Show>
    </Page>
  );
}

const Lookups = ({ query }: { query: UsageFilter }) => (
  <Card
    title="Lookups"
    actions={
      <a class="button" href={pastLookupsFile(query)} download>
        CSV
      </a>
    }
  >
    <PastLookups query={query} empty="No lookups in these days." />
  </Card>
);

const NoLookups = () => (
  <Empty title="No lookups yet.">
    <p>
      Paste the link to someone’s profile, and the page shows what is known about them. People we don’t find
      are free.
    </p>
    <a class="button primary" href="/app">
      Look someone up
    </a>
    <p class="small">
      Or with your <a href="/app/key">API key</a>, or a <a href="/app/jobs/new">file of links</a>.
    </p>
  </Empty>
);
