import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { programName } from '../command.ts';
import { FileRefused } from '../command-failed.ts';
import { untilStopped } from '../terminal.ts';

export interface HashedFile {
  path: string;
  name: string;
  bytes: number;
  /** Counts the last line even without a line end. 0 for a file whose rows are no lines, such as a spreadsheet. */
  lines: number;
  /** In hexadecimal. */
  sha256: string;
}

const chunkBytes = 1024 * 1024;
const nameLengthMax = 200;

/** The size in bytes. Fails if the file is missing, a folder, or can be read only once. */
export async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new FileRefused(`${path} is a folder, not a file.`);
    if (!found.isFile()) throw new FileRefused(readOnce(path));
    return found.size;
  } catch (error) {
    throw fileFault(error, path) ?? error;
  }
}

/** A pipe or device, as in `import <(…)`. Its bytes are gone after the first of two readings. */
const readOnce = (path: string) =>
  `${path} is not a regular file. To import the output of another program, pipe it into "${programName} import -".`;

/** Reads the whole file once. The hash identifies it to the service, and the line count drives the progress bar. */
export async function hashFile(path: string): Promise<HashedFile> {
  const bytes = await sizeOf(path);
  const hash = createHash('sha256');
  let ends = 0;
  let bytesRead = 0;
  let lastByte = lf;
  let hasLines = true;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
      if (bytesRead === 0)
        hasLines = !/^(?:PK|\x1f\x8b|\s*\[|\s*begin:vcard)/i.test(chunk.toString('latin1', 0, 100));
      bytesRead += chunk.length;
      hash.update(chunk as Buffer);
      ends += lineEndsIn(chunk as Buffer, lastByte);
      lastByte = (chunk as Buffer).at(-1) ?? lastByte;
    }
  } catch (error) {
    throw fileFault(error, path) ?? error;
  }
  const lines = lastByte === lf || lastByte === cr ? ends : ends + 1;
  return {
    path,
    name: basename(path).slice(0, nameLengthMax),
    bytes,
    lines: hasLines ? lines : 0,
    sha256: hash.digest('hex'),
  };
}

const lf = 0x0a;
const cr = 0x0d;

/** Counts line ends like the service: LF, CRLF or a single CR. */
function lineEndsIn(chunk: Buffer, byteBefore: number): number {
  let count = 0;
  for (let at = chunk.indexOf(cr); at !== -1; at = chunk.indexOf(cr, at + 1)) count += 1;
  for (let at = chunk.indexOf(lf); at !== -1; at = chunk.indexOf(lf, at + 1)) {
    if ((at === 0 ? byteBefore : chunk[at - 1]) !== cr) count += 1;
  }
  return count;
}

function fileFault(error: unknown, path: string): FileRefused | null {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new FileRefused(`The file ${path} does not exist.`);
    case 'EACCES':
    case 'EPERM':
      return new FileRefused(`You may not read ${path}.`);
    default:
      return null;
  }
}

/**
 * Copies standard input to a file that only this user may read, removed on disposal. The upload needs its SHA-256 in advance:
 * the service uses it to recognize an earlier import and to continue one.
 */
export async function keptInput(input: Readable): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'standard-input');
  try {
    await untilStopped(
      (signal) => pipeline(input, createWriteStream(path, { mode: 0o600 }), { signal }),
      () => 'Stopped before anything was sent.',
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}
