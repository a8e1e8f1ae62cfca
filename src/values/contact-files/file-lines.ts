import { FileRefused } from './file-refused.ts';
import { type FileLine, lineSplitter } from './line-splitter.ts';
import { utf8Of } from './utf8-of.ts';

/**
 * Yields a file's lines in groups as they arrive, buffering at most a chunk and a line. Lines end in LF, CRLF or CR. Drops a byte
 * order mark and accepts UTF-16. Throws `FileRefused` for a file that isn't text.
 */
export async function* fileLines(file: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine[]> {
  const splitter = lineSplitter();
  let isFirst = true;
  for await (const bytes of utf8Of(file)) {
    if (isFirst) refuseForeign(bytes);
    isFirst = false;
    const lines = splitter.push(bytes);
    if (lines.length > 0) yield lines;
  }
  const rest = splitter.end();
  if (rest.length > 0) yield rest;
}

const foreign: readonly { start: number[]; detail: string }[] = [
  {
    start: [0x50, 0x4b, 3, 4],
    detail:
      'The file is a spreadsheet (.xlsx, .ods, .numbers) or a ZIP archive. Open it and save it as "CSV UTF-8".',
  },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    detail: 'The file is an old Excel spreadsheet (.xls). Open it and save it as "CSV UTF-8".',
  },
  { start: [0x1f, 0x8b], detail: 'The file is compressed with gzip. Unpack it first.' },
  { start: [0x28, 0xb5, 0x2f, 0xfd], detail: 'The file is compressed with zstd. Unpack it first.' },
];

function refuseForeign(bytes: Buffer): void {
  const match = foreign.find(({ start }) => start.every((byte, at) => bytes[at] === byte));
  if (match) throw new FileRefused('not_text', match.detail);
}
