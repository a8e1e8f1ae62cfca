import { basename, extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type ApiClient, clientFor, problemText } from './api-client.ts';
import { CommandFailed, exitCodes } from './command-failed.ts';
import { type HashedFile, hashFile, readCounted } from './hashed-file.ts';
import { type ImportReport, summaryText } from './import-summary.ts';
import { openProgress, type Progress, type ProgressDisplay } from './progress.ts';
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
    throw new CommandFailed('Give one file: contactry import FILE', exitCodes.usage);
  const format = options.format ?? formatsByEnding[extname(path).toLowerCase()];
  if (!format) {
    throw new CommandFailed(
      `The name ${basename(path)} does not tell the format. Add --format csv or --format ndjson.`,
      exitCodes.usage,
    );
  }
  const client = await clientFor(options);
  const file = await hashFile(path);
  const before = await endedImportOf(client, file);
  if (before?.status === 'completed' && !options.again) return report(before, true);
  announce(file, before, options);
  const answer = await send(client, file, format as keyof typeof contentTypes, options);
  return report(answer, false);
}

const endingMsMax = 15_000;

/** The last import of this file. One that was stopped a moment ago may still be writing its last lines: it is waited for. */
async function endedImportOf(client: ApiClient, file: HashedFile): Promise<ImportReport | null> {
  const giveUpMs = performance.now() + endingMsMax;
  let found = await importOf(client, file);
  if (found?.status === 'running')
    process.stdout.write('\n  An import of this file is still at work; waiting for it to end.\n');
  while (found?.status === 'running' && performance.now() < giveUpMs) {
    await delay(500);
    found = await importOf(client, file);
  }
  if (found?.status !== 'running') return found;
  throw new CommandFailed(
    `This file is being imported by somebody else; ${grouped(found.lines)} lines are done.\nWait for it to end; "contactry status" shows it.`,
  );
}

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
  { again }: Options,
) {
  const query = new URLSearchParams({
    file_name: file.name,
    sha256: file.sha256,
    format,
    ...(again ? { again: 'true' } : {}),
  });
  const progress: Progress = { bytes: 0, bytesTotal: file.bytes, rows: null };
  const display = openProgress({ stream: process.stdout, nowMs: () => performance.now() });
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const watching = watch(client, file, progress, display);
  try {
    const answer = await client.upload<ImportReport>(`${imports}?${query}`, {
      stream: readCounted(file, (bytes) => {
        progress.bytes = bytes;
      }),
      bytes: file.bytes,
      contentType: contentTypes[format],
      signal: stop.signal,
    });
    return reportOrFail(answer);
  } catch (error) {
    if (stop.signal.aborted) throw stopped(progress);
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    watching.close();
    display.close();
  }
}

function reportOrFail({ status, body }: Answer<ImportReport>): ImportReport {
  if (status === 200 && body.status === 'completed') return body;
  throw new CommandFailed(problemText(body, status));
}

const stopped = ({ rows }: Progress) =>
  new CommandFailed(
    `Stopped${rows ? ` after ${grouped(rows)} rows` : ''}. They stay; the same command goes on behind them.`,
    exitCodes.interrupted,
  );

const redrawMs = 100;
const askMs = 1000;

/** Redraws while the file is sent, and asks the service every second how many rows are committed. */
function watch(
  client: ApiClient,
  file: HashedFile,
  progress: Progress,
  display: ProgressDisplay,
): { close(): void } {
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const now = await importOf(client, file);
      if (now) progress.rows = now.accepted + now.suppressed + now.rejected;
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
    },
  };
}
