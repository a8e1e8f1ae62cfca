import { TableSample } from '#values/contact-files/csv/table-start.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import type { FileLine } from '#values/contact-files/line-splitter.ts';
import { openFile } from '#values/contact-files/open-file.ts';
import { findTable } from './find-table.ts';
import { objectTable } from './object-table.ts';
import {
  type ProfileFile,
  type ProfileRow,
  profileFileBytesMax,
  profileRowsMax,
  type ReadingOptions,
} from './profile-file.ts';
import { openRows } from './profile-rows.ts';

/** Other requests have their turn in between. A chunk of nothing but line ends takes a few milliseconds. */
const chunkBytes = 16 * 1024;

/** A hundred for each row, in quoted cells. */
const linesMax = 1_000_000;

/**
 * Reads a file of profile links: any that `openFile` opens, also a bare list of links. A row that can't be read has a `fault`.
 * Throws `FileRefused` for a file that can't be used.
 */
export async function readProfileFile(bytes: Uint8Array, options: ReadingOptions = {}): Promise<ProfileFile> {
  if (bytes.length > profileFileBytesMax) {
    throw new FileRefused('too_large', `The file is larger than ${profileFileBytesMax / 1024 ** 2} MiB.`);
  }
  const pieces = linesOf(bytes, options);
  const sample = new TableSample();
  let isEnd = false;
  for (let isEnough = false; !isEnough && !isEnd; ) {
    const { done, value } = await pieces.next();
    isEnd = done === true;
    isEnough = !done && sample.add(value);
  }
  const table = await findTable(sample.lines, options);
  const reader = openRows(table, options.codeHosts ?? []);
  const rows: ProfileRow[] = [];
  const take = (found: Omit<ProfileRow, 'row'>[]) => {
    for (const row of found) {
      if (rows.length === profileRowsMax) throw tooManyRows(row.line);
      rows.push({ row: rows.length + 1, ...row });
    }
  };
  take(reader.push(sample.lines.filter(({ number }) => number >= table.firstRowLine)));
  if (!isEnd) for await (const piece of pieces) take(reader.push(piece));
  take(reader.end());
  if (rows.length === 0) throw new FileRefused('empty', 'The file has a header and no rows.');
  return { own: table.own, reading: table.reading, rows };
}

const tooManyRows = (line: number): FileRefused =>
  new FileRefused(
    'too_many_rows',
    `The file has more than ${profileRowsMax} rows: the first one too many is on line ${line}. Split it into several files.`,
  );

async function* linesOf(
  bytes: Uint8Array,
  { encoding, codeHosts }: ReadingOptions,
): AsyncGenerator<FileLine[]> {
  const limits = { textBytesMax: profileFileBytesMax, linesMax };
  const file = await openFile(chunksOf(bytes), { encoding, codeHosts, ...limits });
  yield* file.isObjects ? objectTable(file.lines) : file.lines;
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
