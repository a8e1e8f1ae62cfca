import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { CommandFailed } from './command-failed.ts';

export interface HashedFile {
  path: string;
  name: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

const chunkBytes = 1024 * 1024;
const nameLengthMax = 200;

/** Reads the whole file once, so that the service can tell whether it knows it. */
export async function hashFile(path: string): Promise<HashedFile> {
  try {
    const { size, mode } = await stat(path);
    if ((mode & 0o170000) === 0o040000) throw new CommandFailed(`${path} is a folder. Give a file.`);
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes }))
      hash.update(chunk as Buffer);
    return { path, name: basename(path).slice(0, nameLengthMax), bytes: size, sha256: hash.digest('hex') };
  } catch (error) {
    throw fileFault(error, path) ?? error;
  }
}

function fileFault(error: unknown, path: string): CommandFailed | null {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new CommandFailed(`There is no file ${path}.`);
    case 'EACCES':
    case 'EPERM':
      return new CommandFailed(`${path} may not be read by this user.`);
    default:
      return null;
  }
}

/** The file's bytes; `onRead` learns how many were taken by whoever reads them. */
export function readCounted({ path }: HashedFile, onRead: (bytes: number) => void): Readable {
  const read = async function* () {
    let bytes = 0;
    for await (const chunk of createReadStream(path, { highWaterMark: 65536 })) {
      yield chunk as Buffer;
      bytes += (chunk as Buffer).length;
      onRead(bytes);
    }
  };
  return Readable.from(read(), { objectMode: false, highWaterMark: 65536 });
}
