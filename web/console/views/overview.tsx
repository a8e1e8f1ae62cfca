import { useQuery } from '../../shared/address.ts';
import { useAnswer } from '../../shared/answer.ts';
import { later } from '../../shared/later.tsx';
import { Page } from '../../shared/page.tsx';
import { Show } from '../../shared/show.tsx';
import { Tabs } from '../../shared/tabs.tsx';
import { OverviewFigures } from './overview/figures.tsx';
import { hoursOf, ranges } from './overview/ranges.ts';
import '../parts/layout.css';

const OverviewCharts = later(() => import('./overview/charts.tsx'));
const OverviewLists = later(() => import('./overview/lists.tsx'));

export default function Overview() {
  const [query] = useQuery();
  const hours = hoursOf(query.hours);
  const usage = useAnswer('GET /api/v1/admin/usage', { query: { hours } }, { everyMs: 60_000 });
  const alerts = useAnswer('GET /api/v1/admin/alerts', { query: { limit: 100 } }, { everyMs: 60_000 });
  return (
    <Page title="Overview">
      <Tabs of={ranges} label="Range" />
      <Show of={usage}>
        {(value) => (
          <>
            <OverviewFigures of={value} alerts={alerts.value} />
            <OverviewCharts of={value} />
            <OverviewLists usage={value} alerts={alerts} />
          </>
        )}
      </Show>
    </Page>
  );
}
