import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { FileRefused } from './file-refused.ts';

/** Enough bytes to recognise a kind of file. */
const headBytes = 512;

/** Looks at the first bytes of a stream without taking them from it. */
export async function peeked(file: AsyncIterable<Uint8Array>) {
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
  /** Ends the source, where nothing more is read of it. */
  const close = async () => void (await chunks.return?.());
  /** From the first byte. To be read once. */
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

export type Peeked = Awaited<ReturnType<typeof peeked>>;

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

/** Whether a file has these bytes, one for each character. */
export const startsWith = (bytes: Uint8Array, start: string, at = 0): boolean =>
  Buffer.from(start, 'latin1').every((byte, offset) => bytes[at + offset] === byte);

export const gzipStart = '\x1f\x8b';
export const zipStart = 'PK\x03\x04';

const unpack = 'Unpack it, and send the file that is in it.';
const unpackOrGzip = `${unpack} It may be compressed with gzip.`;
const exportIt = 'Export the contacts as CSV or .xlsx, and send that.';
const saveIt = 'Open it and save it as .xlsx without a password, or as "CSV UTF-8".';

/** Files that are sent by mistake, by their first bytes. */
const kinds: readonly [start: string, is: string, instead: string, at?: number][] = [
  ['%PDF', 'a PDF', exportIt],
  ['\xd0\xcf\x11\xe0', 'an old Excel spreadsheet (.xls), or one with a password', saveIt],
  [gzipStart, 'compressed with gzip twice', unpack],
  ['\x28\xb5\x2f\xfd', 'compressed with zstd', unpackOrGzip],
  ['BZh', 'compressed with bzip2', unpackOrGzip],
  ['\xfd7zXZ', 'compressed with xz', unpackOrGzip],
  ['7z\xbc\xaf', 'a 7z archive', unpack],
  ['Rar!', 'a RAR archive', unpack],
  ['ustar', 'a tar archive', unpack, 257],
  ['\x89PNG', 'a picture (PNG)', exportIt],
  ['\xff\xd8\xff', 'a picture (JPEG)', exportIt],
  ['GIF8', 'a picture (GIF)', exportIt],
  ['SQLite format 3', 'a SQLite database', exportIt],
  ['PAR1', 'a Parquet file', exportIt],
  ['!BDN', 'an Outlook data file (.pst)', exportIt],
  ['{\\rtf', 'a text document (RTF)', exportIt],
];

/** Throws for a file that is nothing we read. Any other may be text. */
export function refuseBinary(head: Uint8Array): void {
  const [, is, instead] = kinds.find(([start, , , at]) => startsWith(head, start, at)) ?? [];
  if (is) throw new FileRefused('not_text', `The file is ${is}. ${instead}`);
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
