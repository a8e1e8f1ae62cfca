import { createHash } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { isGone } from '#platform/database/embedded/cluster.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';

/** The frame's checksum shows damage before anything is unpacked wrongly. */
const compressor = () => createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });

const counted = (seen: (chunk: Buffer) => void) =>
  new Transform({
    transform(chunk: Buffer, _, pass) {
      seen(chunk);
      pass(null, chunk);
    },
  });

export interface Written {
  bytes: number;
  sha256: string;
}

/**
 * Compresses an archive into a file, or to standard output for `-`. Writes beside the file, and gives it its name once it is
 * whole and on disk.
 */
export async function writeWhole(
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
export async function makeRoomFor(file: string): Promise<void> {
  const own = basename(file);
  for (const name of await readdir(dirname(file)).catch(() => [])) {
    if (name === own) throw new CommandFailed(`${file} exists already. Choose another name.`);
    const pid = name.startsWith(`${own}.`) && /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid && isGone(Number(pid))) await rm(join(dirname(file), name), { force: true });
  }
}
