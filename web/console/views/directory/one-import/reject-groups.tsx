import { nameOfColumn } from '#web/console/views/directory/new-import/reading.ts';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import { Table } from '#web/shared/lists/table.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';

type Group = ImportReport['reject_groups'][number];

/** Rejects by reason, each with its first lines. */
export function RejectGroups({ of }: { of: Group[] }) {
  return (
    <Table
      items={of}
      label="Rejected, by reason"
      keyOf={({ scope, column, reason }) => `${scope} ${column} ${reason}`}
      columns={[
        { title: 'Rejected', cell: (group) => <strong>{whatOf(group)}</strong> },
        { title: 'Column', cell: ({ column }) => (column ? nameOfColumn(column) : '–') },
        { title: 'Reason', cell: ({ detail, reason }) => <span title={reason}>{detail}</span> },
        { title: 'Lines', cell: linesOf },
      ]}
    />
  );
}

const nouns: Readonly<Record<string, string>> = { email: 'email', phone: 'phone', link: 'link' };

const whatOf = ({ scope, column, count }: Group): string =>
  counted(count, scope === 'row' ? 'row' : (nouns[column ?? ''] ?? 'value'));

const linesOf = ({ lines, count }: Group): string =>
  lines.map(countOf).join(', ') + (count > lines.length ? ' …' : '');
