import { Count } from '../../../shared/count.tsx';
import type { Column } from '../../../shared/table.tsx';
import { nameOfColumn } from './reading.ts';
import type { ImportReport } from './types.ts';

export const rejectColumns: Column<ImportReport['rejects'][number]>[] = [
  { title: 'Line', cell: ({ line }) => <Count of={line} />, isNumber: true },
  { title: 'Rejected', cell: ({ scope }) => (scope === 'row' ? 'The row' : 'A value') },
  { title: 'Column', cell: ({ column }) => (column ? nameOfColumn(column) : '–') },
  { title: 'Reason', cell: ({ detail, reason }) => <span title={reason}>{detail}</span> },
];
