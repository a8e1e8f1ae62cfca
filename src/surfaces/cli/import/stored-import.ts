import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '#client';
import { programName } from '../command.ts';
import { CommandFailed } from '../command-failed.ts';
import { print } from '../print.ts';
import { grouped } from '../words.ts';
import type { HashedFile } from './hashed-file.ts';
import type { ImportReport } from './import-summary.ts';
import { openProgress, type Progress } from './progress.ts';

export const askMs = 500;
const standstillMsMax = 15_000;

/** The latest import of exactly this file, if any. */
export async function importOf(client: Client, { sha256 }: HashedFile): Promise<ImportReport | null> {
  const query = { sha256, limit: 1 };
  const { items } = await client.call('GET /api/v1/admin/directory/imports', { query });
  const [found] = items;
  if (found?.status !== 'completed') return found ? { ...found, rejects: [] } : null;
  return client.call('GET /api/v1/admin/directory/imports/{import_id}', { path: { import_id: found.id } });
}

/** The last import of this file. Waits for one that was stopped, because the service still imports what it received. */
export async function endedImportOf(client: Client, file: HashedFile): Promise<ImportReport | null> {
  let found = await importOf(client, file);
  if (found?.status !== 'running') return found;
  print('\n  An import of this file is still running. Waiting for it to end.\n');
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
    `Another import of this file is running, but has made no progress since line ${grouped(found.lines)}.\n` +
      `Wait for it to end. "${programName} imports" shows it.`,
  );
}

export const rowsOf = ({ accepted, suppressed, rejected }: ImportReport) => accepted + suppressed + rejected;

export const progressOf = ({ lines: linesTotal }: HashedFile, found: ImportReport): Progress => ({
  linesTotal,
  done: { lines: found.lines, rows: rowsOf(found) },
});
