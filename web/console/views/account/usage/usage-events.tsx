import type { ReportUsageAnswer } from '#client';
import { reasonOf, worded } from '#web/console/parts/words.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Event = ReportUsageAnswer['events'][number];

const columns: Column<Event>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Result',
    cell: ({ status }) => <Badge tone={status === 'completed' ? 'good' : 'plain'}>{worded(status)}</Badge>,
  },
  { title: 'Network', cell: ({ network }) => network },
  { title: 'From', cell: ({ kind, opened_from }) => (kind === 'job' ? `Job, ${opened_from}` : opened_from) },
  { title: 'Reference', cell: ({ client_reference }) => client_reference ?? '–' },
  { title: 'Why', cell: ({ reason }) => reasonOf(reason) },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => <Count of={credits} /> },
];

/** Each call, newest first. */
export function UsageEvents({ accountId, start }: { accountId: string; start: string }) {
  const events = useListing('GET /internal/usage/by-account/{account_id}', {
    path: { account_id: accountId },
    query: { start, limit: 50 },
  });
  return (
    <Listing
      label="Lookups"
      of={events}
      columns={columns}
      keyOf={({ id }) => id}
      empty="No lookups in this range."
    />
  );
}
