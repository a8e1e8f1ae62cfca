import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listAlerts } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { AlertList } from './list.tsx';

type Status = 'open' | 'resolved' | 'all';
const statuses = [
  ['open', 'Open'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
] as const;
const isStatus = (text: string | undefined): text is Status => statuses.some(([status]) => status === text);

export default function Alerts() {
  const [query] = useQuery();
  const status = isStatus(query.status) ? query.status : 'open';
  const alerts = useListing('GET /api/v1/admin/alerts', {
    query: { status, kind: query.kind ?? '', limit: 50 },
  });
  return (
    <Page
      title="Alerts"
      intro="Problems that need your attention. Many close automatically when their cause is gone."
    >
      <Filters>
        <Choice name="status" label="State" options={statuses} />
        <Field {...listAlerts.kind} label="Kind" placeholder="key_banned" />
      </Filters>
      <AlertList of={alerts} onChange={alerts.reload} />
    </Page>
  );
}
