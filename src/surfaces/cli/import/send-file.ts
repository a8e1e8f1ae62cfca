import { openAsBlob } from 'node:fs';
import { type Answer, type Client, ContactryError, type Request } from '#client';
import { type Given, programName } from '../command.ts';
import { FileRefused } from '../command-failed.ts';
import { refusalText } from '../connection/connection-faults.ts';
import { print, untilStopped } from '../terminal.ts';
import { bytesText, grouped } from '../words.ts';
import type { HashedFile } from './hashed-file.ts';
import type { ImportReport } from './import-summary.ts';
import {
  askMs,
  type ImportProgress,
  importOf,
  openImportProgress,
  progressOf,
  rowsOf,
} from './stored-import.ts';

const route = 'POST /api/v1/admin/directory/imports';
type Report = Answer<typeof route>;
type Query = NonNullable<Request<typeof route>['query']>;

export const importOptions = {
  format: { value: 'csv|ndjson', help: 'read text as this format, skipping detection' },
  encoding: { value: 'NAME', help: 'encoding of the text if not UTF-8 or UTF-16: windows-1252, …' },
  'dry-run': { help: 'show how columns are read and what would be stored, without storing' },
  map: { value: 'email="Work Email"', isRepeated: true, help: 'what an unknown header means' },
  'date-order': { value: 'dmy|mdy|ymd', help: 'order of day, month and year in dates such as 03/04/2026' },
  source: { value: 'NAME', help: 'source name that customers see; default "directory"' },
  again: { help: 'import a file again that was already imported' },
} as const;

export type ImportOptions = Given<typeof importOptions>;

interface Sending {
  options: ImportOptions;
  /** The last import of this file, if any. */
  before: ImportReport | null;
}

/** Imports the file with a progress bar. Ctrl-C stops it. */
export async function sendFile(client: Client, file: HashedFile, sending: Sending): Promise<ImportReport> {
  const { options } = sending;
  announce(file, sending);
  const { sha256 } = file;
  const query = { ...queryOf(file, options), sha256, again: options.again };
  const watching = watch(client, file);
  try {
    return await untilStopped(
      (signal) => upload(client, file, query, signal),
      async () => stoppedText(await stateAfterStop(client, file, options.again)),
    );
  } finally {
    watching.close();
  }
}

/** Has the service read and check the file without storing anything. */
export const lookAt = (client: Client, file: HashedFile, options: ImportOptions): Promise<Report> =>
  upload(client, file, { ...queryOf(file, options), dry_run: true });

/** Repeats an import that is complete. The service checks the options and says which had no effect. */
export const repeatImport = (
  client: Client,
  file: HashedFile,
  options: ImportOptions,
): Promise<ImportReport> => upload(client, file, { ...queryOf(file, options), sha256: file.sha256 });

/** Whether the options say how to read a file. */
export const saysHowToRead = ({
  map,
  source,
  format,
  encoding,
  'date-order': order,
}: ImportOptions): boolean => [map, source, format, encoding, order].some((said) => said !== undefined);

/** The operator's instructions for reading the file. The service judges them. */
const queryOf = ({ name }: HashedFile, options: ImportOptions) => ({
  file_name: name,
  format: options.format as Query['format'],
  encoding: options.encoding as Query['encoding'],
  map: options.map,
  source: options.source,
  date_order: options['date-order'] as Query['date_order'],
});

async function upload(
  client: Client,
  { path }: HashedFile,
  query: Query,
  signal?: AbortSignal,
): Promise<Report> {
  const file = { type: 'application/octet-stream' as const, content: await openAsBlob(path) };
  try {
    return await client.call(route, { query, file }, { signal });
  } catch (error) {
    const isRefused = error instanceof ContactryError && error.status === 400;
    throw isRefused ? new FileRefused(refusalText(error)) : error;
  }
}

function announce({ name, bytes }: HashedFile, { before, options }: Sending): void {
  // With other options than before, the service starts over.
  const goesOn =
    before?.status === 'interrupted' && !options.again && !saysHowToRead(options) && before.lines > 0;
  const where = goesOn
    ? ` Continuing after line ${grouped(before.lines)}, where the last import stopped.`
    : '';
  print(`\n  Importing ${name} (${bytesText(bytes)}).${where}\n`);
}

/** Null if the service can't say: it is down, or it may be reporting the import before this one. */
async function stateAfterStop(client: Client, file: HashedFile, again = false): Promise<ImportReport | null> {
  const found = await importOf(client, file).catch(() => null);
  return again && found?.status === 'completed' ? null : found;
}

/** The service may already have the whole file. Stopping doesn't undo that. */
function stoppedText(found: ImportReport | null): string {
  const rows = found && rowsOf(found) > 0 ? ` after ${grouped(rowsOf(found))} rows` : '';
  if (found?.status === 'completed') return `The whole file had already been imported${rows}.`;
  if (found?.status === 'running') {
    return (
      `Stopped sending${rows}. The service continues with what it has received; "${programName} imports" shows its progress. ` +
      'Run the same command again to continue or to see the result.'
    );
  }
  return `Stopped${rows}. Imported rows stay. Run the same command again to continue.`;
}

const redrawMs = 100;

/** Redraws the bar during the import and polls the service for how much is committed. */
function watch(client: Client, file: HashedFile): { close(): void } {
  const display = openImportProgress();
  let progress: ImportProgress = { linesTotal: file.lines, done: null };
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const found = await importOf(client, file);
      // An import that isn't running is an earlier one: the service hasn't started this one yet.
      if (found?.status === 'running') progress = progressOf(file, found);
    } catch {
      // If the service is down, the upload itself will report it.
    } finally {
      isAsking = false;
    }
  };
  const redrawing = setInterval(() => display.show(progress), redrawMs);
  const asking = setInterval(() => void ask(), askMs);
  return {
    close() {
      clearInterval(redrawing);
      clearInterval(asking);
      display.close();
    },
  };
}
