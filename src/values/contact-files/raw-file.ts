import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FileRefused } from './file-refused.ts';

export interface Peeked {
  head: Buffer;
  /** From the first byte. To be read once. */
  whole(): AsyncGenerator<Uint8Array>;
  /** Ends the source, where nothing more is read of it. */
  close(): Promise<void>;
}

/** Enough bytes to recognise a kind of file. */
const headBytes = 512;

/** Looks at the first bytes of a stream without taking them from it. */
export async function peeked(file: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const chunks = file[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let isEnd = false;
  for (let bytes = 0; bytes < headBytes && !isEnd; ) {
    const { done, value } = await chunks.next();
    if (done) isEnd = true;
    else {
      held.push(value);
      bytes += value.length;
    }
  }
  const close = async () => void (await chunks.return?.());
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* held;
      held.length = 0;
      while (!isEnd) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await close();
    }
  }
  return { head: Buffer.concat(held), whole, close };
}

/** Tables of contacts are packed to a tenth, empty ones to a hundredth. Beyond it the content is made to be large. */
const ratioMax = 200;
/** A smaller content may be packed as well as it can be. */
const ratioFromBytes = 16 * 1024 ** 2;

/** The content of a gzip file. Reads all of the file, also what is behind the content. */
export async function* gunzipped(file: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 16 * 1024 });
  const feeding = pipeline(Readable.from(file), gunzip);
  feeding.catch(() => {});
  let bytes = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax)
        throw new FileRefused(
          'too_large',
          `The file has more than ${bytesMax / 1024 ** 2} MiB when it is unpacked.`,
        );
      if (bytes > Math.max(ratioFromBytes, ratioMax * gunzip.bytesWritten))
        throw new FileRefused(
          'too_large',
          `The file is more than ${ratioMax} times as large when it is unpacked. Send it unpacked.`,
        );
      yield chunk;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new FileRefused(
      'not_text',
      'The gzip file is damaged or incomplete. Compress it again, or send it as it is.',
    );
  }
  await feeding;
}

export const startsWith = (bytes: Uint8Array, start: readonly number[] | string, at = 0): boolean =>
  [...Buffer.from(start as string, 'latin1')].every((byte, offset) => bytes[at + offset] === byte);

export const gzipStart = [0x1f, 0x8b];
export const zipStart = 'PK\x03\x04';

const unpack = 'Unpack it, and send the file that is in it.';
const exportIt = 'Export the contacts as CSV or .xlsx, and send that.';

/** Files that are sent by mistake, by their first bytes. */
const kinds: readonly { start: readonly number[] | string; at?: number; is: string; instead: string }[] = [
  { start: '%PDF', is: 'a PDF', instead: exportIt },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    is: 'an old Excel spreadsheet (.xls), or one with a password',
    instead: 'Open it and save it as .xlsx without a password, or as "CSV UTF-8".',
  },
  { start: gzipStart, is: 'compressed with gzip twice', instead: unpack },
  {
    start: [0x28, 0xb5, 0x2f, 0xfd],
    is: 'compressed with zstd',
    instead: `${unpack} It may be compressed with gzip.`,
  },
  { start: 'BZh', is: 'compressed with bzip2', instead: `${unpack} It may be compressed with gzip.` },
  {
    start: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    is: 'compressed with xz',
    instead: `${unpack} It may be compressed with gzip.`,
  },
  { start: [0x37, 0x7a, 0xbc, 0xaf], is: 'a 7z archive', instead: unpack },
  { start: 'Rar!', is: 'a RAR archive', instead: unpack },
  { start: 'ustar', at: 257, is: 'a tar archive', instead: unpack },
  { start: [0x89, 0x50, 0x4e, 0x47], is: 'a picture (PNG)', instead: exportIt },
  { start: [0xff, 0xd8, 0xff], is: 'a picture (JPEG)', instead: exportIt },
  { start: 'GIF8', is: 'a picture (GIF)', instead: exportIt },
  { start: 'SQLite format 3', is: 'a SQLite database', instead: exportIt },
  { start: 'PAR1', is: 'a Parquet file', instead: exportIt },
  { start: '!BDN', is: 'an Outlook data file (.pst)', instead: exportIt },
  { start: '{\\rtf', is: 'a text document (RTF)', instead: exportIt },
];

/** Throws for a file that is nothing we read. Any other may be text. */
export function refuseBinary(head: Uint8Array): void {
  const found = kinds.find(({ start, at }) => startsWith(head, start, at));
  if (found) throw new FileRefused('not_text', `The file is ${found.is}. ${found.instead}`);
}

const web = /^\s*<(?:!doctype html|html)/i;
const xml = /^\s*<\?xml/i;

/** Some programs write a web page or XML and call it `.xls`. */
export function refuseMarkup(start: string): void {
  const kind = web.test(start) ? 'a web page' : xml.test(start) ? 'XML' : null;
  if (kind)
    throw new FileRefused(
      'not_text',
      `The file is ${kind}. Open it in a spreadsheet and save it as .xlsx or "CSV UTF-8".`,
    );
}
