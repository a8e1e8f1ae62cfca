import { useQuery } from '../../shared/address.ts';
import { useAnswer } from '../../shared/answer.ts';
import { Page } from '../../shared/page.tsx';
import { Show } from '../../shared/show.tsx';
import { Tabs } from '../../shared/tabs.tsx';
import { OverviewCharts } from './overview/charts.tsx';
import { OverviewFigures } from './overview/figures.tsx';
import { OpenAlerts } from './overview/open-alerts.tsx';
import { hoursOf, ranges } from './overview/ranges.ts';
import { ByNetwork, TopAccounts } from './overview/tables.tsx';
import '../parts/layout.css';

export default function Overview() {
  const [query] = useQuery();
  const hours = hoursOf(query.hours);
  const usage = useAnswer('GET /api/v1/admin/usage', { query: { hours } }, { everyMs: 60_000 });
  const alerts = useAnswer('GET /api/v1/admin/alerts', { query: { limit: 6 } }, { everyMs: 60_000 });
  return (
    <Page title="Overview">
      <Tabs of={ranges} label="Range" />
      <Show of={usage}>
        {(value) => (
          <>
            <OverviewFigures of={value} />
            <OverviewCharts of={value} />
            <div class="beside">
              <div class="stack">
                <OpenAlerts of={alerts} />
                <ByNetwork of={value.by_network} />
              </div>
              <TopAccounts of={value.top_accounts} />
            </div>
          </>
        )}
      </Show>
    </Page>
  );
}
