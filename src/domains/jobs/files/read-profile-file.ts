import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileLines } from '#values/contact-files/file-lines.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import type { FileLine } from '#values/contact-files/line-splitter.ts';
import { encodingSentence } from './encoding-sentence.ts';
import { findTable } from './find-table.ts';
import {
  type ProfileFile,
  type ProfileRow,
  profileFileBytesMax,
  profileRowsMax,
  type ReadingOptions,
} from './profile-file.ts';
import { openRows } from './profile-rows.ts';

/** Read between two turns of other requests. A chunk of nothing but line ends takes a few milliseconds. */
const chunkBytes = 64 * 1024;

/** A hundred for each row, in quoted cells. */
const linesMax = 1_000_000;

/** What the header, the delimiter and the columns are found in. */
const sample = { linesMax: 200, emptyLinesMax: 5_000, lengthMax: 128 * 1024 };

/**
 * Reads a file of profile links: CSV with any common delimiter, in UTF-8 or UTF-16, or a bare list of links. A row that can't
 * be read has a `fault`. Throws `FileRefused` for a file that can't be used.
 */
export async function readProfileFile(bytes: Uint8Array, options: ReadingOptions = {}): Promise<ProfileFile> {
  if (bytes.length > profileFileBytesMax) {
    throw new FileRefused('too_large', `The file is larger than ${profileFileBytesMax / 1024 ** 2} MiB.`);
  }
  const pieces = linesOf(bytes);
  const { lines, isEnd } = await firstLines(pieces);
  const table = await findTable(lines, options);
  const reader = openRows(table);
  const rows: ProfileRow[] = [];
  const take = (found: Omit<ProfileRow, 'row'>[]) => {
    for (const row of found) {
      if (rows.length === profileRowsMax) throw tooManyRows(row.line);
      rows.push({ row: rows.length + 1, ...row });
    }
  };
  take(reader.push(lines.filter(({ number }) => number >= table.firstRowLine)));
  if (!isEnd) for await (const piece of pieces) take(reader.push(piece));
  take(reader.end());
  if (rows.length === 0) throw new FileRefused('empty', 'The file has a header and no rows.');
  return { own: table.own, reading: table.reading, rows };
}

const tooManyRows = (line: number): FileRefused =>
  new FileRefused(
    'too_many_rows',
    `The file has more than ${profileRowsMax} rows: line ${line} begins the next one. Split it into several files.`,
  );

/** The file's lines, a chunk at a time. Nothing but line ends would take seconds to read. */
async function* linesOf(bytes: Uint8Array): AsyncGenerator<FileLine[]> {
  for await (const lines of fileLines(chunksOf(bytes))) {
    const broken = lines.find(({ fault }) => fault === 'not_utf8');
    if (broken) throw new FileRefused('not_utf8', encodingSentence(bytes, broken.number));
    if (lines.at(-1)!.number > linesMax)
      throw new FileRefused('too_many_rows', `The file has more than ${linesMax} lines.`);
    yield lines;
    await nextTurn();
  }
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** Lines to find the table in. Empty lines before the first one are left out. */
async function firstLines(
  pieces: AsyncGenerator<FileLine[]>,
): Promise<{ lines: FileLine[]; isEnd: boolean }> {
  const lines: FileLine[] = [];
  let filled = 0;
  let length = 0;
  for (;;) {
    const { done, value } = await pieces.next();
    if (done) break;
    for (const line of value) {
      const isEmpty = line.fault === null && line.text.trim() === '';
      if (!isEmpty) filled += 1;
      if (filled === 0) continue;
      lines.push(line);
      length += line.text.length;
    }
    if (filled >= sample.linesMax || lines.length >= sample.emptyLinesMax || length >= sample.lengthMax)
      return { lines, isEnd: false };
  }
  if (filled === 0) throw new FileRefused('empty', 'The file is empty.');
  return { lines, isEnd: true };
}
