import { nameOfColumn } from '#web/console/views/directory/new-import/reading.ts';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import type { Column } from '#web/shared/lists/table.tsx';
import { Count } from '#web/shared/values/count.tsx';

export const rejectColumns: Column<ImportReport['rejects'][number]>[] = [
  { title: 'Line', cell: ({ line }) => <Count of={line} />, isNumber: true },
  { title: 'Rejected', cell: ({ scope }) => (scope === 'row' ? 'The row' : 'A value') },
  { title: 'Column', cell: ({ column }) => (column ? nameOfColumn(column) : '–') },
  { title: 'Reason', cell: ({ detail, reason }) => <span title={reason}>{detail}</span> },
];
