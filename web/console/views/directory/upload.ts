import { signal } from '@preact/signals';
import { api, uploads } from '../../../shared/api.ts';
import type { Explanation } from '../../../shared/explain-error.ts';
import { explainFileError } from './explain-file-error.ts';
import { type ReadFile, readThrough } from './read-through.ts';
import { queryOf, type Reading, typeOf } from './reading.ts';
import type { ImportReport, ImportSummary } from './types.ts';

/** A file on its way. It goes on when the operator looks at other views. */
export interface Upload {
  file: File;
  reading: Reading;
  stage: 'reading' | 'sending' | 'done' | 'broken';
  linesTotal: number;
  /** What the service has committed so far. */
  far: ImportSummary | null;
  report: ImportReport | null;
  refusal: Explanation | null;
  stop: AbortController;
}

export const upload = signal<Upload | null>(null);

const askMs = 500;

/** Imports the file. `again` imports one that was imported before. */
export async function startUpload(file: File, reading: Reading, again: boolean): Promise<void> {
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

const stopped = 'You stopped the import. What was imported until then stays.';

/** Leaving the page breaks the upload off, so the browser asks. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

const send = ({ file, reading, stop }: Upload, { sha256 }: ReadFile, again: boolean): Promise<ImportReport> =>
  uploads.call(
    'POST /api/v1/admin/directory/imports',
    {
      query: { ...queryOf(file.name, reading), again, ...(sha256 === null ? {} : { sha256 }) },
      file: { type: typeOf(file.name), content: file },
    },
    { signal: stop.signal },
  );

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
