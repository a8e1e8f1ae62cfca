import { Table } from '#web/shared/lists/table.tsx';
import { Ago } from '#web/shared/values/ago.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import type { Health } from './health.tsx';

const gigabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Processes of the last day. */
export function Processes({ of }: { of: Health['processes'] }) {
  if (of.length === 0) return <p>No process has said yet that it runs.</p>;
  return (
    <Table
      label="Processes"
      items={of}
      keyOf={(_, at) => at}
      columns={[
        { title: 'Process', cell: ({ role, host }) => `${role} on ${host}` },
        {
          title: 'State',
          cell: ({ is_alive, takes_jobs }) =>
            is_alive ? (
              <Badge tone="good">{takes_jobs ? 'Runs, with jobs' : 'Runs'}</Badge>
            ) : (
              <Badge tone="warn">Lost</Badge>
            ),
        },
        { title: 'Version', cell: ({ version }) => version || '–' },
        {
          title: 'Free disk',
          isNumber: true,
          cell: ({ disk_free_bytes: free }) => (free === null ? '–' : `${gigabytes.format(free / 1e9)} GB`),
        },
        { title: 'Started', cell: ({ started_at }) => <Ago at={started_at} /> },
        { title: 'Seen', cell: ({ seen_at }) => <Ago at={seen_at} /> },
      ]}
    />
  );
}
