import { createHash } from 'node:crypto';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { Log } from '#core/context.ts';
import { type BaseBackup, baseBackup } from '#platform/database/embedded/base-backup.ts';
import { isGone } from '#platform/database/embedded/cluster.ts';
import { reachEmbedded } from '#platform/database/embedded/reach-embedded.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import {
  type BackupFacts,
  factsName,
  factsOf,
  manifestName,
  noteBackup,
  ownFolderName,
} from './backup-facts.ts';

interface BackupOptions {
  dataDir: string;
  postgresBin?: string | undefined;
  /** The file to write, or `-` for standard output. */
  file: string;
  withSecrets: boolean;
  signal: AbortSignal;
  log: Log;
}

interface BackupMade extends Written {
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
  try {
    const written = await writeWhole(file, archiveOf(first, copy), signal);
    await noteBackup(database.asService);
    return { facts, ...written };
  } finally {
    // A backup that is interrupted before the archive is read would leave its connection open.
    copy.tar.destroy();
  }
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new CommandFailed(
      `${file} can't be read (${error.code}). Run the command as the user who runs the service.`,
    );
  });
}

/** Two blocks of zeros end a tar. */
const closingBytes = 1024;

interface Entry {
  name: string;
  body: string | Uint8Array;
}

/** One tar: `first`, then the cluster, then PostgreSQL's list of the cluster's files. */
async function* archiveOf(first: Entry[], copy: BaseBackup): AsyncGenerator<Uint8Array> {
  yield (await packed(first)).subarray(0, -closingBytes);
  yield* withoutClosing(copy.tar);
  yield await packed([{ name: manifestName, body: copy.manifest() }]);
}

export const packed = (entries: Entry[]): Promise<Uint8Array> =>
  packTar(
    entries.map(({ name, body }) => ({
      header: { name, size: Buffer.byteLength(body), mode: 0o600 },
      body,
    })),
  );

/** Holds back the closing blocks, so that the archive can continue. */
async function* withoutClosing(tar: Readable): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of tar as AsyncIterable<Buffer>) {
    const together = Buffer.concat([held, chunk]);
    const ready = Math.max(0, together.length - closingBytes);
    if (ready > 0) yield together.subarray(0, ready);
    held = together.subarray(ready);
  }
  if (held.length !== closingBytes || held.some((byte) => byte !== 0)) {
    throw new Error('PostgreSQL ended its archive without closing blocks');
  }
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

interface Written {
  bytes: number;
  sha256: string;
}

/**
 * Compresses an archive into a file, or to standard output for `-`. Writes beside the file, and gives it its name once it is
 * whole and on disk.
 */
async function writeWhole(
  file: string,
  archive: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  const count = counted((chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  const write = (target: Writable) => pipeline(archive, compressor(), count, target, { signal });
  await (file === '-' ? write(process.stdout) : writeFileWhole(file, write));
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
    if (pid && isGone(Number(pid))) await rm(join(dirname(file), name), { force: true });
  }
}
