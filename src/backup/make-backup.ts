import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Log } from '#core/context.ts';
import { baseBackup } from '#platform/database/embedded/base-backup.ts';
import { isAlive } from '#platform/database/embedded/cluster.ts';
import { reachEmbedded } from '#platform/database/embedded/reach-embedded.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import { type BackupFacts, factsName, factsOf, ownFolderName } from './backup-facts.ts';
import { archiveOf, type Entry } from './write-archive.ts';

export interface BackupOptions {
  dataDir: string;
  /** The file to write, or `-` for standard output. */
  file: string;
  withSecrets: boolean;
  signal: AbortSignal;
  log: Log;
}

export interface BackupMade {
  facts: BackupFacts;
  bytes: number;
  sha256: string;
}

/** Writes the embedded database and its secrets into one file, whether the service runs or not. */
export async function makeBackup(options: BackupOptions): Promise<BackupMade> {
  const { dataDir, file, log, withSecrets, signal } = options;
  if (file !== '-') await makeRoomFor(file);
  await using database = await reachEmbedded(dataDir, log);
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
  const written = await writeWhole(file, (target) =>
    pipeline(archiveOf(first, copy), compressor(), counted(target.seen), target.stream, { signal }),
  );
  return { facts, ...written };
}

/** The frame's checksum shows damage before anything is unpacked wrongly. */
const compressor = () => createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });

const counted = (seen: (chunk: Buffer) => void) =>
  new Transform({
    transform(chunk: Buffer, _, pass) {
      seen(chunk);
      pass(null, chunk);
    },
  });

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandFailed(
      `${file} can't be read (${error.code}). Run the command as the user who runs the service.`,
    );
  });
}

interface Target {
  stream: Writable;
  seen(chunk: Buffer): void;
}

/** Writes beside the file and gives it its name once it is whole and on disk. Never replaces a file. */
async function writeWhole(
  file: string,
  write: (target: Target) => Promise<void>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const seen = (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  if (file === '-') await write({ stream: process.stdout, seen });
  else await writeFileWhole(file, (stream) => write({ stream, seen }));
  return { bytes, sha256: hash.digest('hex') };
}

async function writeFileWhole(file: string, write: (stream: Writable) => Promise<void>): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  const handle = await open(unfinished, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(`${file} can't be written (${error.code}). Choose another file.`);
  });
  try {
    await write(handle.createWriteStream({ flush: true }));
    await rename(unfinished, file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new CommandFailed(`The disk of ${dirname(file)} is full. Nothing was kept of the backup.`)
      : error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Refuses a name that is taken. Removes what a killed backup of the same name left behind. */
async function makeRoomFor(file: string): Promise<void> {
  const own = basename(file);
  for (const name of await readdir(dirname(file)).catch(() => [])) {
    if (name === own) throw new CommandFailed(`${file} exists already. Choose another name.`);
    const pid = name.startsWith(`${own}.`) && /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(dirname(file), name), { force: true });
  }
}
