import { signal } from '@preact/signals';
import { ImportRunningError } from '#client';
import { pause } from '#client/pause.ts';
import { isMoving } from '#web/console/views/directory/one-import/import-status.tsx';
import type { ImportReport, ImportSummary } from '#web/console/views/directory/types.ts';
import { api, uploads } from '#web/shared/answers/api.ts';
import type { Explanation } from '#web/shared/feedback/explain-error.ts';
import { anyFile } from '#web/shared/forms/encodings.ts';
import { explainFileError } from './explain-file-error.ts';
import { type ReadFile, readThrough } from './read-through.ts';
import { queryOf, type Reading } from './reading.ts';

/** An upload. It continues while the operator looks at other views. */
export interface Upload {
  file: File;
  reading: Reading;
  stage: 'reading' | 'sending' | 'done' | 'broken';
  linesTotal: number;
  /** Progress that the service has committed. */
  far: ImportSummary | null;
  report: ImportReport | null;
  refusal: Explanation | null;
  /** The link of the first profile in the file. */
  first: string | null;
  stop: AbortController;
}

export const upload = signal<Upload | null>(null);

const askMs = 500;

/** Imports the file. `again` imports one that was imported before. */
export async function startUpload(
  file: File,
  reading: Reading,
  { again, first }: { again: boolean; first: string | null },
): Promise<void> {
  const stop = new AbortController();
  const begun: Upload = {
    file,
    reading,
    stop,
    stage: 'reading',
    linesTotal: 0,
    far: null,
    report: null,
    refusal: null,
    first,
  };
  const tell = (news: Partial<Upload>) => {
    if (upload.value?.stop === stop) upload.value = { ...upload.value, ...news };
  };
  upload.value = begun;
  addEventListener('beforeunload', warn);
  try {
    const read = await readThrough(file, stop.signal);
    tell({ stage: 'sending', linesTotal: read.lines });
    const watching = setInterval(
      () => void progressOf(file, read).then((far) => far && tell({ far })),
      askMs,
    );
    const report = await send(begun, read, again).finally(() => clearInterval(watching));
    tell({ stage: 'done', report });
  } catch (error) {
    const refusal = stop.signal.aborted ? { text: stopped, requestId: null } : explainFileError(error);
    tell({ stage: 'broken', refusal });
  } finally {
    removeEventListener('beforeunload', warn);
  }
}

const stopped = 'You stopped the import. Rows that the service had received are imported and kept.';

/** Leaving the page breaks the upload off, so the browser asks. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Sends the file. Waits while the service still works on an earlier upload of it, or on another caller's. */
async function send(begun: Upload, read: ReadFile, again: boolean): Promise<ImportReport> {
  try {
    return await sendOnce(begun, read, again);
  } catch (error) {
    if (!(error instanceof ImportRunningError) || error.import_id === null) throw error;
    await untilEnded(error.import_id, begun.stop.signal);
    return send(begun, read, false);
  }
}

const sendOnce = (
  { file, reading, stop }: Upload,
  { sha256 }: ReadFile,
  again: boolean,
): Promise<ImportReport> =>
  uploads.call(
    'POST /api/v1/admin/directory/imports',
    {
      query: { ...queryOf(file.name, reading), again, ...(sha256 === null ? {} : { sha256 }) },
      file: { type: anyFile, content: file },
    },
    { signal: stop.signal },
  );

async function untilEnded(import_id: string, signal: AbortSignal): Promise<void> {
  const ask = () =>
    api.call('GET /api/v1/admin/directory/imports/{import_id}', { path: { import_id } }, { signal });
  while (isMoving(await ask())) await pause(askMs, signal);
}

/** How far the service has come. Null while it has not begun, or can't say: then the upload itself will tell. */
async function progressOf({ name }: File, { sha256 }: ReadFile): Promise<ImportSummary | null> {
  const query = sha256 === null ? { limit: 5 } : { limit: 1, sha256 };
  const found = await api.call('GET /api/v1/admin/directory/imports', { query }).catch(() => null);
  return (
    found?.items.find((item) => item.status === 'running' && item.file_name === name.slice(0, 200)) ?? null
  );
}

/** The last import of this very file. */
export async function importedBefore(file: File): Promise<ImportSummary | null> {
  const { sha256 } = await readThrough(file, new AbortController().signal);
  if (sha256 === null) return null;
  const { items } = await api.call('GET /api/v1/admin/directory/imports', { query: { limit: 1, sha256 } });
  return items[0] ?? null;
}
