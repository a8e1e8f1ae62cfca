import { csvText } from '#core/answers/csv-text.ts';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import { saveFile } from '#web/shared/answers/save-file.ts';

type Reject = ImportReport['rejects'][number];

/** Has the browser save rejects, each with its line. */
export function saveRejects(fileName: string, rejects: readonly Reject[]): void {
  const columns = ['line', 'scope', 'column', 'reason', 'detail'] as const;
  const rows = rejects.map((reject) => columns.map((name) => String(reject[name] ?? '')));
  const content = new Blob([csvText([[...columns], ...rows])], { type: 'text/csv' });
  saveFile(`rejects of ${fileName || 'import.csv'}`, content);
}
