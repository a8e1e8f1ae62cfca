import { csvText } from '#core/answers/csv-text.ts';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import { api } from '#web/shared/answers/api.ts';
import { saveFile } from '#web/shared/answers/save-file.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { rejectColumns } from './reject-columns.tsx';

/** The rows and values that an import rejected, page by page. */
export function Rejects({ of: { id, file_name } }: { of: ImportReport }) {
  const path = { import_id: id ?? '' };
  const rejects = useListing('GET /api/v1/admin/directory/imports/{import_id}/rejects', {
    path,
    query: { limit: 50 },
  });
  const download = async () => saveFile(`rejects of ${file_name || 'import.csv'}`, await rejectsAsCsv(path));
  return (
    <Card title="Rejected" actions={<Action label="Download as CSV" run={download} />}>
      <p>Correct these lines and import the file again. Nothing is duplicated.</p>
      <Listing
        of={rejects}
        label="Rejected rows and values"
        keyOf={(_, at) => at}
        empty="Nothing was rejected."
        columns={rejectColumns}
      />
    </Card>
  );
}

async function rejectsAsCsv(path: { import_id: string }): Promise<Blob> {
  const rows = [['line', 'scope', 'column', 'reason', 'detail']];
  for (let cursor: number | null = 0; cursor !== null; ) {
    const page: { items: Parameters<typeof rowOf>[0][]; next_cursor: number | null } = await api.call(
      'GET /api/v1/admin/directory/imports/{import_id}/rejects',
      { path, query: { limit: 1000, cursor } },
    );
    rows.push(...page.items.map(rowOf));
    cursor = page.next_cursor;
  }
  return new Blob([csvText(rows)], { type: 'text/csv' });
}

const rowOf = ({ line, scope, column, reason, detail }: ImportReport['rejects'][number]): string[] => [
  String(line),
  scope,
  column ?? '',
  reason,
  detail,
];
