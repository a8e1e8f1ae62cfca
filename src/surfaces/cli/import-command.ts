import { basename, extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type ApiClient, clientFor, problemText } from './api-client.ts';
import { CommandFailed, exitCodes } from './command-failed.ts';
import { type HashedFile, hashFile, readFileBytes, sizeOf } from './hashed-file.ts';
import { dryRunText } from './import-dry-run.ts';
import { type ImportReport, summaryText } from './import-summary.ts';
import { openProgress, type Progress } from './progress.ts';
import type { Options } from './read-arguments.ts';
import { bytesText, grouped } from './words.ts';

const imports = '/api/v1/admin/directory/imports';
const contentTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const formatsByEnding: Record<string, keyof typeof contentTypes> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
};

/** `contactry import FILE`: sends the file, shows how it goes, and says what came of it. */
export async function runImport(operands: string[], options: Options): Promise<number> {
  const [path, ...others] = operands;
  if (!path || others.length > 0)
    throw new CommandFailed('Give one file: npx contactry import FILE', exitCodes.usage);
  await sizeOf(path);
  const format = options.format ?? formatsByEnding[extname(path).toLowerCase()];
  if (!format) {
    throw new CommandFailed(unknownFormat(basename(path)), exitCodes.usage);
  }
  const client = await clientFor(options);
  const file = await hashFile(path);
  if (options['dry-run']) return showDryRun(client, file, format as keyof typeof contentTypes, options);
  const before = await endedImportOf(client, file);
  if (before?.status === 'completed' && !options.again) return report(before, true);
  announce(file, before, options);
  const answer = await send(client, file, format as keyof typeof contentTypes, options);
  return report(answer, false);
}

function unknownFormat(name: string): string {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name))
    return `${name} is a spreadsheet. Save it as "CSV UTF-8" and import that.`;
  if (/\.json$/i.test(name))
    return `${name} is JSON. Write one object a line: jq -c '.[]' ${name} > contacts.ndjson, and import that.`;
  return `The name ${name} does not tell the format. Add --format csv or --format ndjson.`;
}

/** Reads and judges the file on the service, which stores nothing, and shows what would come of it. */
async function showDryRun(
  client: ApiClient,
  file: HashedFile,
  format: keyof typeof contentTypes,
  options: Options,
): Promise<number> {
  const query = new URLSearchParams({ file_name: file.name, format, dry_run: 'true' });
  addReading(query, options);
  const { status, body } = await client.upload<ImportReport>(`${imports}?${query}`, {
    stream: readFileBytes(file),
    bytes: file.bytes,
    contentType: contentTypes[format],
    signal: new AbortController().signal,
  });
  if (status !== 200) throw new CommandFailed(problemText(body, status));
  process.stdout.write(`\n${dryRunText(body)}\n`);
  return body.rejected > 0 ? exitCodes.rejects : exitCodes.done;
}

/** How the file is to be read, as far as the operator says it. */
function addReading(query: URLSearchParams, options: Options): void {
  for (const pair of options.map ?? []) query.append('map', pair);
  if (options.source !== undefined) query.set('source', options.source);
  if (options['date-order'] !== undefined) query.set('date_order', options['date-order']);
}

const askMs = 500;
const standstillMsMax = 15_000;

/** The last import of this file. One that was stopped still imports what the service had received: it is waited for. */
async function endedImportOf(client: ApiClient, file: HashedFile): Promise<ImportReport | null> {
  let found = await importOf(client, file);
  if (found?.status !== 'running') return found;
  process.stdout.write('\n  An import of this file is still at work; waiting for it to end.\n');
  const display = openProgress({ stream: process.stdout, nowMs: () => performance.now() });
  let movedMs = performance.now();
  try {
    while (found?.status === 'running' && performance.now() - movedMs < standstillMsMax) {
      display.show(progressOf(file, found));
      await delay(askMs);
      const linesBefore: number = found.lines;
      found = await importOf(client, file);
      if (found?.lines !== linesBefore) movedMs = performance.now();
    }
  } finally {
    display.close();
  }
  if (found?.status !== 'running') return found;
  throw new CommandFailed(
    `This file is being imported by somebody else, and stands still at ${grouped(found.lines)} lines.\nWait for it to end; "npx contactry status" shows it.`,
  );
}

const rowsOf = ({ accepted, suppressed, rejected }: ImportReport) => accepted + suppressed + rejected;

const progressOf = ({ lines: linesTotal }: HashedFile, found: ImportReport): Progress => ({
  linesTotal,
  done: { lines: found.lines, rows: rowsOf(found) },
});

/** The import of this very file, if there is one. */
async function importOf(client: ApiClient, { sha256 }: HashedFile): Promise<ImportReport | null> {
  const { status, body } = await client.get<{ items: ImportReport[] }>(`${imports}?sha256=${sha256}&limit=1`);
  if (status !== 200) throw new CommandFailed(problemText(body, status));
  const [found] = body.items;
  if (found?.status !== 'completed') return found ?? null;
  return (await client.get<ImportReport>(`${imports}/${found.id}`)).body;
}

function announce({ name, bytes }: HashedFile, before: ImportReport | null, { again }: Options): void {
  const goesOn = before?.status === 'interrupted' && !again && before.lines > 0;
  const where = goesOn
    ? ` Going on behind line ${grouped(before.lines)}, where the last import stopped.`
    : '';
  process.stdout.write(`\n  Importing ${name} (${bytesText(bytes)}).${where}\n`);
}

function report(answer: ImportReport, isRepeat: boolean): number {
  process.stdout.write(`\n${summaryText(answer, isRepeat)}\n`);
  return answer.rejected > 0 ? exitCodes.rejects : exitCodes.done;
}

async function send(
  client: ApiClient,
  file: HashedFile,
  format: keyof typeof contentTypes,
  options: Options,
) {
  const { again } = options;
  const query = new URLSearchParams({
    file_name: file.name,
    sha256: file.sha256,
    format,
    ...(again ? { again: 'true' } : {}),
  });
  addReading(query, options);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const watching = watch(client, file);
  try {
    const answer = await client.upload<ImportReport>(`${imports}?${query}`, {
      stream: readFileBytes(file),
      bytes: file.bytes,
      contentType: contentTypes[format],
      signal: stop.signal,
    });
    return reportOrFail(answer);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new CommandFailed(stoppedText(await stateAfterStop(client, file, again)), exitCodes.interrupted);
  } finally {
    process.off('SIGINT', interrupt);
    watching.close();
  }
}

function reportOrFail({ status, body }: Answer<ImportReport>): ImportReport {
  if (status === 200 && body.status === 'completed') return body;
  throw new CommandFailed(problemText(body, status));
}

/** Null when the service can't tell: it is gone, or what it tells of may be the import before this one. */
async function stateAfterStop(
  client: ApiClient,
  file: HashedFile,
  again = false,
): Promise<ImportReport | null> {
  const found = await importOf(client, file).catch(() => null);
  return again && found?.status === 'completed' ? null : found;
}

/** A file that was sent faster than it is imported lies with the service already, and stopping doesn't take it back. */
function stoppedText(found: ImportReport | null): string {
  const rows = found && rowsOf(found) > 0 ? ` after ${grouped(rowsOf(found))} rows` : '';
  if (found?.status === 'completed') return `The file was already imported as a whole${rows}.`;
  if (found?.status === 'running') {
    return (
      `Stopped sending${rows}. The service goes on with what it has received; "npx contactry status" shows how far it came. ` +
      'Nothing is lost: the same command goes on behind that, or shows the result.'
    );
  }
  return `Stopped${rows}. What was imported stays; the same command goes on behind it.`;
}

const redrawMs = 100;

/** Redraws while the file is imported, and asks the service again and again how much of it is committed. */
function watch(client: ApiClient, file: HashedFile): { close(): void } {
  const display = openProgress({ stream: process.stdout, nowMs: () => performance.now() });
  let progress: Progress = { linesTotal: file.lines, done: null };
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const found = await importOf(client, file);
      // What is not running is an earlier import of the file: the service hasn't opened this one yet.
      if (found?.status === 'running') progress = progressOf(file, found);
    } catch {
      // The upload itself will say that the service is gone.
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
