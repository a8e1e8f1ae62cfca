import type { NumberedRow } from '../rows/file-row.ts';
import { type FileLine, lineBytesMax } from './file-lines.ts';

export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** Rows out of lines, as the lines come. */
export interface RowReader {
  push(lines: readonly FileLine[]): NumberedRow[];
  /** Rows that only the end of the file completes; throws `FileRefused` for a file without a line. */
  end(): NumberedRow[];
  warnings(): string[];
}

/** Why a line can't be read, in words for people. */
export const lineFaults = {
  line_too_long: `The line is longer than ${lineBytesMax / 1024} KiB.`,
  not_utf8: 'The line is not UTF-8.',
  broken_quotes: 'A quote is not closed, or is followed by text. Quotes within a quoted field are doubled.',
};
