import { FileRefused } from './file-refused.ts';

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
