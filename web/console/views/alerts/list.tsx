import type { ListAlertsAnswer } from '#client';
import { Details } from '#web/console/parts/details.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { Resolve } from './resolve.tsx';
import { Step } from './step.tsx';

type Alert = ListAlertsAnswer['items'][number];

const columns: Column<Alert>[] = [
  {
    title: 'Alert',
    cell: (alert) => <What of={alert} />,
  },
  {
    title: 'Raised',
    isBeside: false,
    cell: ({ opened_at, last_raised_at, times }) => (
      <>
        <Time at={last_raised_at} />
        {times > 1 && (
          <div class="small faint">
            ({countOf(times)} times since <Time at={opened_at} />)
          </div>
        )}
      </>
    ),
  },
  {
    title: 'State',
    cell: ({ status, resolved_at, resolved_by, note }) =>
      status === 'open' ? (
        <Badge tone="warn">Open</Badge>
      ) : (
        <>
          <Badge>Resolved</Badge> <Time at={resolved_at} />
          <div class="small faint">{resolved_by ? `${resolved_by}: ${note}` : 'Its cause was gone.'}</div>
        </>
      ),
  },
];

function What({ of: alert }: { of: Alert }) {
  // The call of the API that shows more. Here, a button does.
  const { see: _, ...details } = alert.details;
  return (
    <>
      <strong>{alert.what}</strong>
      <div>{alert.remedy}</div>
      <Details of={details} />
    </>
  );
}

export function AlertList({ of, onChange }: { of: ListingState<Alert>; onChange: () => Promise<void> }) {
  const actions: Column<Alert> = {
    title: 'Action',
    cell: (alert) => (
      <div class="row">
        {alert.status === 'open' && <Step of={alert} />}
        <Resolve of={alert} onChange={onChange} />
      </div>
    ),
  };
  return (
    <Listing
      label="Alerts"
      of={of}
      columns={[...columns, actions]}
      keyOf={({ id }) => id}
      empty="Nothing needs you."
    />
  );
}
