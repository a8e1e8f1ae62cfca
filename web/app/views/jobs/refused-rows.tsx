import { Card } from '../../../shared/card.tsx';
import { countOf } from '../../../shared/count.tsx';
import { type Column, Table } from '../../../shared/table.tsx';
import type { ReadJob } from './file-reading.ts';

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
