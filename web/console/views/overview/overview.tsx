import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Tabs } from '#web/shared/layout/tabs.tsx';
import { later } from '#web/shared/shell/later.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { OverviewFigures } from './figures.tsx';
import { hoursOf, ranges } from './ranges.ts';

const OverviewCharts = later(() => import('./charts.tsx'));
const OverviewLists = later(() => import('./lists.tsx'));

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
