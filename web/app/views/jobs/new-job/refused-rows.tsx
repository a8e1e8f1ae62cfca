import { Card } from '#web/shared/layout/card.tsx';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import type { ReadJob } from './use-file-reading.ts';

type Refused = ReadJob['refused'][number];

const columns: Column<Refused>[] = [
  { title: 'Line', cell: ({ row, line }) => countOf(line ?? row) },
  { title: 'Column', cell: ({ column }) => column ?? '–' },
  { title: 'Value', cell: ({ value }) => <span class="foreign">{value || '(empty)'}</span> },
  { title: 'Reason', cell: ({ message }) => message },
];

/** Rows that can't be looked up, each with its reason. They cost nothing and stay in the CSV. */
export function RefusedRows({ of, total }: { of: Refused[]; total: number }) {
  const rest = total - of.length;
  return (
    <Card title="Refused rows">
      <p class="small">They cost nothing, and appear in the results with their reason.</p>
      <div class="refused-rows">
        <Table items={of} label="Refused rows" keyOf={({ row }) => row} columns={columns} />
      </div>
      {rest > 0 && <p class="small">And {countOf(rest)} more.</p>}
    </Card>
  );
}
