import '#web/app/parts/even-rows.css';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import type { ReadJob } from './use-file-reading.ts';

type FirstRow = ReadJob['first_rows'][number];

const states: Record<FirstRow['status'], string> = {
  waiting: 'Looked up',
  repeated: 'Repeats a row',
  refused: 'Refused',
};

const columns: Column<FirstRow>[] = [
  { title: 'Link', cell: ({ profile_url: link }) => link.replace(/^https?:\/\/(www\.)?/, '') || '(empty)' },
  { title: 'Name', cell: ({ name }) => name ?? '–' },
  { title: 'Your reference', cell: ({ client_reference }) => client_reference ?? '–' },
  {
    title: 'Will be',
    isBeside: true,
    cell: ({ status }) => <Badge tone={status === 'refused' ? 'warn' : 'plain'}>{states[status]}</Badge>,
  },
];

/** The first rows as they were read, to see that the columns are the right ones. */
export const FirstRows = ({ of, total }: { of: FirstRow[]; total: number }) => (
  <>
    <div class="even-rows">
      <Table items={of} label="The first rows" keyOf={({ row }) => row} columns={columns} />
    </div>
    {total > of.length && <p class="small">And {countOf(total - of.length)} more.</p>}
  </>
);
