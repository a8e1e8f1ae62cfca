import { type Options, programName } from '../command.ts';
import { CommandFailed, exitCodes, FileRefused } from '../command-failed.ts';
import { type Answer, type ApiClient, problemText } from '../connection/api-client.ts';
import { print } from '../print.ts';
import { bytesText, grouped } from '../words.ts';
import { type HashedFile, readFileBytes } from './hashed-file.ts';
import type { ImportReport } from './import-summary.ts';
import { openProgress, type Progress } from './progress.ts';
import { askMs, importOf, imports, progressOf, rowsOf } from './stored-import.ts';

const contentTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
export type Format = keyof typeof contentTypes;
export const formats = Object.keys(contentTypes) as Format[];

interface Sending {
  format: Format;
  options: Options;
  /** The last import of this file, if any. */
  before: ImportReport | null;
}

/** Imports the file with a progress bar. Ctrl-C stops it. */
export async function sendFile(client: ApiClient, file: HashedFile, sending: Sending): Promise<ImportReport> {
  const { options } = sending;
  announce(file, sending);
  const query = queryOf(file, sending.format, options);
  query.set('sha256', file.sha256);
  if (options.again) query.set('again', 'true');
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const watching = watch(client, file);
  try {
    return reportOf(await upload(client, file, { query, format: sending.format, signal: stop.signal }));
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    const found = await stateAfterStop(client, file, options.again);
    throw new CommandFailed(stoppedText(found), exitCodes.interrupted);
  } finally {
    process.off('SIGINT', interrupt);
    watching.close();
  }
}

/** Has the service read and check the file without storing anything. */
export async function lookAt(
  client: ApiClient,
  file: HashedFile,
  format: Format,
  options: Options,
): Promise<ImportReport> {
  const query = queryOf(file, format, options);
  query.set('dry_run', 'true');
  return reportOf(await upload(client, file, { query, format, signal: new AbortController().signal }));
}

/** Repeats an import that is complete. The service checks the options and says which had no effect. */
export async function repeatImport(
  client: ApiClient,
  file: HashedFile,
  format: Format,
  options: Options,
): Promise<ImportReport> {
  const query = queryOf(file, format, options);
  query.set('sha256', file.sha256);
  return reportOf(await upload(client, file, { query, format, signal: new AbortController().signal }));
}

/** Whether the options say how to read a file. */
export const saysHowToRead = ({ map, source, 'date-order': order }: Options): boolean =>
  map !== undefined || source !== undefined || order !== undefined;

/** The operator's instructions for reading the file, as a query string. */
function queryOf({ name }: HashedFile, format: Format, options: Options): URLSearchParams {
  const query = new URLSearchParams({ file_name: name, format });
  for (const pair of options.map ?? []) query.append('map', pair);
  if (options.source !== undefined) query.set('source', options.source);
  if (options['date-order'] !== undefined) query.set('date_order', options['date-order']);
  return query;
}

const upload = (
  client: ApiClient,
  file: HashedFile,
  { query, format, signal }: { query: URLSearchParams; format: Format; signal: AbortSignal },
) =>
  client.upload<ImportReport>(`${imports}?${query}`, {
    stream: readFileBytes(file),
    bytes: file.bytes,
    contentType: contentTypes[format],
    signal,
  });

function reportOf({ status, body }: Answer<ImportReport>): ImportReport {
  if (status === 200 && (body.status === 'completed' || body.status === 'dry_run')) return body;
  const text = problemText(body, status);
  throw status === 400 ? new FileRefused(text) : new CommandFailed(text);
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
async function stateAfterStop(
  client: ApiClient,
  file: HashedFile,
  again = false,
): Promise<ImportReport | null> {
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
function watch(client: ApiClient, file: HashedFile): { close(): void } {
  const display = openProgress({ stream: process.stdout, nowMs: () => performance.now() });
  let progress: Progress = { linesTotal: file.lines, done: null };
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
