import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '#client';
import { programName } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { openPace, openProgress, percentText } from '../progress.ts';
import { print } from '../terminal.ts';
import { durationText, grouped } from '../words.ts';
import type { HashedFile } from './hashed-file.ts';
import type { ImportReport } from './import-summary.ts';

export const askMs = 500;
const standstillMsMax = 15_000;

/** The latest import of exactly this file, if any. */
export async function importOf(client: Client, { sha256 }: HashedFile): Promise<ImportReport | null> {
  const query = { sha256, limit: 1 };
  const { items } = await client.call('GET /api/v1/admin/directory/imports', { query });
  const [found] = items;
  if (found?.status !== 'completed') return found ? { ...found, rejects: [], reject_groups: [] } : null;
  return client.call('GET /api/v1/admin/directory/imports/{import_id}', { path: { import_id: found.id } });
}

/** The last import of this file. Waits for one that was stopped, because the service still imports what it received. */
export async function endedImportOf(client: Client, file: HashedFile): Promise<ImportReport | null> {
  let found = await importOf(client, file);
  if (found?.status !== 'running') return found;
  print('\n  An import of this file is still running. Waiting for it to end.\n');
  const display = openImportProgress();
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
    `Another import of this file is running, but has made no progress since line ${grouped(found.lines)}.\n` +
      `Wait for it to end. "${programName} imports" shows it.`,
  );
}

export const rowsOf = ({ accepted, suppressed, rejected }: ImportReport) => accepted + suppressed + rejected;

/** The progress of an import. Bytes sent would say nothing, since a small file is sent at once. */
export interface ImportProgress {
  /** 0 if it isn't known. */
  linesTotal: number;
  /** Committed lines and rows; null until the service reports. */
  done: { lines: number; rows: number } | null;
}

export const progressOf = ({ lines: linesTotal }: HashedFile, found: ImportReport): ImportProgress => ({
  linesTotal,
  done: { lines: found.lines, rows: rowsOf(found) },
});

const linesEveryMs = 5000;

/** A bar on a terminal, else a line every few seconds. */
export function openImportProgress({
  stream = process.stdout as NodeJS.WriteStream,
  nowMs = () => performance.now(),
} = {}): { show(progress: ImportProgress): void; close(): void } {
  const words = progressWords();
  let lastMs = nowMs();
  const display = openProgress(stream, (line) => {
    if (nowMs() - lastMs < linesEveryMs) return;
    lastMs = nowMs();
    stream.write(line);
  });
  return {
    show(progress) {
      const { linesTotal: total, done } = progress;
      const lines = done?.lines ?? 0;
      const percent = total === 0 ? '' : percentText(lines, total);
      display.show({ done: lines, total, percent, words: words(progress, nowMs()) });
    },
    close: display.close,
  };
}

/** Rows, rate, time left and lines, most important first. */
function progressWords(): (progress: ImportProgress, nowMs: number) => string[] {
  const linesPace = openPace();
  const rowsPace = openPace();
  return ({ linesTotal, done }, nowMs) => {
    if (!done) return ['sending the file'];
    linesPace.saw(done.lines, nowMs);
    rowsPace.saw(done.rows, nowMs);
    const rate = rowsPace.perSecond();
    const leftMs = linesPace.leftMs(linesTotal);
    const left = leftMs === null ? '' : `${durationText(Math.max(1000, leftMs))} left`;
    return [
      `${grouped(done.rows)} rows`,
      rate === null ? '' : `${grouped(rate)}/s`,
      ...(linesTotal === 0
        ? []
        : [
            done.lines >= linesTotal ? 'finishing' : left,
            `${grouped(done.lines)} of ${grouped(linesTotal)} lines`,
          ]),
    ].filter((text) => text !== '');
  };
}
