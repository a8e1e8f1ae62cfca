import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#core/context.ts';
import { place } from '#platform/database/embedded/placement/placement.ts';
import { rootsHomesDefault } from '#platform/database/embedded/prepare-cluster.ts';
import { chooseBinaries } from '#platform/database/embedded/programs/choose-binaries.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import { type BackupFacts, refuseForeign } from './backup-facts.ts';
import { type Checked, checkRestored } from './check-restored.ts';
import { refuseOccupied } from './occupied.ts';
import { readFacts } from './read-archive.ts';
import { settle, unpackInto } from './settle-cluster.ts';

export interface RestoreOptions {
  dataDir: string;
  postgresBin?: string | undefined;
  file: string;
  signal: AbortSignal;
  log: Log;
}

export interface Restored extends Checked {
  facts: BackupFacts;
}

/** Brings a backup back into an empty DATA_DIR, and starts the database once to check it. */
export async function restoreBackup({
  dataDir,
  postgresBin,
  file,
  signal,
  log,
}: RestoreOptions): Promise<Restored> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`${file} can't be read (${error.code}).`);
  });
  if (!found.isFile()) throw new CommandFailed(`${file} is not a file.`);
  await refuseOccupied(dataDir);
  const facts = await readFacts(file);
  const placement = await place(dataDir, rootsHomesDefault, log, await chooseBinaries({ postgresBin }));
  await refuseForeign(facts, placement.version);
  const workshop = join(placement.home, `restored.${process.pid}.unfinished`);
  try {
    await unpackInto(workshop, placement, { file, signal });
    await settle(workshop, placement, dataDir);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new CommandFailed(`The disk of ${placement.home} is full. Nothing was restored.`)
      : error;
  } finally {
    await rm(workshop, { recursive: true, force: true, maxRetries: 5 });
  }
  return { facts, ...(await checkRestored({ dataDir, postgresBin }, facts.made_at, log)) };
}
