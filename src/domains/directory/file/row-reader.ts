import type { NumberedRow } from '../rows/file-row.ts';
import type { HeaderMap, MappedHeader } from './header.ts';
import { type FileLine, lineBytesMax } from './line-splitter.ts';

export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

export interface ReadingOptions {
  /** Lines an earlier run has done with; their rows are not given again. */
  skipLines?: number;
  /** What the operator says that headers mean. */
  map?: HeaderMap;
}

/** Rows out of lines, as the lines come. */
export interface RowReader {
  push(lines: readonly FileLine[]): NumberedRow[];
  /** Rows that only the end of the file completes; throws `FileRefused` for a file without a line. */
  end(): NumberedRow[];
  warnings(): string[];
  /** What each column or member is read as, as far as the file has been read. */
  mapping(): MappedHeader[];
}

/** Why a line can't be read, in words for people. */
export const lineFaults = {
  line_too_long: `The line is longer than ${lineBytesMax / 1024} KiB.`,
  record_too_long: `The row is longer than ${lineBytesMax / 1024} KiB: a quoted cell in it goes on over many lines.`,
  not_utf8: 'The line is not UTF-8. Save the file as UTF-8, in a spreadsheet as "CSV UTF-8".',
  broken_quotes: 'A quote is not closed, or is followed by text. Quotes within a quoted field are doubled.',
};
