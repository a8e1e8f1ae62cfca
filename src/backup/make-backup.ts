import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '#core/context.ts';
import { baseBackup } from '#platform/database/embedded/base-backup.ts';
import { reachEmbedded } from '#platform/database/embedded/reach-embedded.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import { type BackupFacts, factsName, factsOf, noteBackup, ownFolderName } from './backup-facts.ts';
import { archiveOf, type Entry } from './write-archive.ts';
import { makeRoomFor, type Written, writeWhole } from './write-whole.ts';

export interface BackupOptions {
  dataDir: string;
  postgresBin?: string | undefined;
  /** The file to write, or `-` for standard output. */
  file: string;
  withSecrets: boolean;
  signal: AbortSignal;
  log: Log;
}

export interface BackupMade extends Written {
  facts: BackupFacts;
}

/** Writes the embedded database and its secrets into one file, whether the service runs or not. */
export async function makeBackup(options: BackupOptions): Promise<BackupMade> {
  const { dataDir, postgresBin, file, log, withSecrets, signal } = options;
  if (file !== '-') await makeRoomFor(file);
  await using database = await reachEmbedded({ dataDir, postgresBin }, log);
  if (database === null) {
    throw new CommandFailed(`DATA_DIR is ${dataDir}, where no database is. Nothing was backed up.`);
  }
  const secrets = withSecrets ? await textOf(join(dataDir, 'secrets.json')) : null;
  const names = secrets === null ? [] : Object.keys(JSON.parse(secrets) as object);
  const facts = await factsOf(database.asService, { secrets: names, now: new Date() });
  const settings = await textOf(join(database.home, 'local.conf'));
  const first: Entry[] = [
    { name: factsName, body: `${JSON.stringify(facts, null, 2)}\n` },
    ...(secrets === null ? [] : [{ name: `${ownFolderName}/secrets.json`, body: secrets }]),
    ...(settings === null ? [] : [{ name: `${ownFolderName}/local.conf`, body: settings }]),
  ];
  const copy = await baseBackup(database.asSuperuser);
  const written = await writeWhole(file, archiveOf(first, copy), signal);
  await noteBackup(database.asService);
  return { facts, ...written };
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandFailed(
      `${file} can't be read (${error.code}). Run the command as the user who runs the service.`,
    );
  });
}
