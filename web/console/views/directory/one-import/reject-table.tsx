import type { ImportReport } from '#web/console/views/directory/types.ts';
import { Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { rejectColumns } from './reject-columns.tsx';

/** The first rejects of a report. */
export function RejectTable({ of: { rejects, rejected, rejected_values } }: { of: ImportReport }) {
  if (rejects.length === 0) return null;
  const others = rejected + rejected_values - rejects.length;
  return (
    <Table items={rejects} label="Rejected rows and values" keyOf={(_, at) => at} columns={rejectColumns}>
      {others > 0 && <p>And {countOf(others)} more.</p>}
    </Table>
  );
}
