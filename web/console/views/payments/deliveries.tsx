import type { Answer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Delivery = Answer<'GET /api/v1/admin/billing/deliveries'>['items'][number];
type Status = 'applied' | 'waiting' | 'failed';

const statuses = [
  ['', 'All'],
  ['failed', 'Failed'],
  ['waiting', 'Waiting'],
  ['applied', 'Applied'],
] as const;

/** Deliveries by payment providers, and whether they were applied. */
export default function Deliveries() {
  const [{ status }] = useQuery();
  const query = { limit: 50, ...(status ? { status: status as Status } : {}) };
  const deliveries = useListing('GET /api/v1/admin/billing/deliveries', { query });
  return (
    <Page
      title="Payments"
      intro="Events from payment providers. A failed one is retried every five minutes, up to 20 times."
    >
      <Filters>
        <Choice name="status" label="State" options={statuses} />
      </Filters>
      <Listing
        of={deliveries}
        label="Deliveries"
        keyOf={({ id }) => id}
        empty={status ? 'No matching deliveries.' : 'No provider has delivered anything yet.'}
        columns={[
          { title: 'Event', cell: ({ type }) => <code>{type}</code> },
          { title: 'Provider', cell: ({ provider }) => provider },
          { title: 'State', cell: (delivery) => <State of={delivery} /> },
          { title: 'Received', cell: ({ received_at }) => <Time at={received_at} /> },
          { title: 'Tries', cell: ({ tries }) => <Count of={tries} />, isNumber: true },
          {
            title: 'Repeats',
            cell: ({ repeats }) => (repeats > 0 ? <Count of={repeats} /> : '–'),
            isNumber: true,
          },
          {
            title: 'Apply',
            cell: (delivery) => <Apply of={delivery} onApplied={deliveries.reload} />,
            isBeside: true,
          },
        ]}
      />
    </Page>
  );
}

function State({ of: { applied_at, facts, problem } }: { of: Delivery }) {
  if (applied_at) return <Badge tone="good">{facts === 0 ? 'Applied, no changes' : 'Applied'}</Badge>;
  return problem ? <Badge tone="bad">{problem}</Badge> : <Badge tone="warn">Waiting</Badge>;
}

function Apply({ of: { id, type }, onApplied }: { of: Delivery; onApplied: () => Promise<void> }) {
  return (
    <Action
      label="Apply again"
      run={async () => {
        await api.call('POST /api/v1/admin/billing/deliveries/{delivery_id}/application', {
          path: { delivery_id: id },
        });
        notify(`${type} is applied.`);
        await onApplied();
      }}
      confirm={{
        title: `Apply ${type} again?`,
        text: 'Settled payments won’t change. Missed events will be applied.',
        act: 'Apply it again',
      }}
    />
  );
}
