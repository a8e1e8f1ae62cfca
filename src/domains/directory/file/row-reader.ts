import type { NumberedRow } from '../rows/file-row.ts';
import { columnsMax } from './delimiter.ts';
import type { MappedHeader } from './header.ts';
import type { HeaderMap } from './header-map.ts';
import { type FileLine, lineBytesMax } from './line-splitter.ts';

export const fileFormats = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof fileFormats)[number];

export interface ReadingOptions {
  /** Lines that an earlier run has handled. Their rows are skipped. */
  skipLines?: number;
  /** The operator's header mapping. */
  map?: HeaderMap;
}

/** Turns lines into rows as they arrive. */
export interface RowReader {
  push(lines: readonly FileLine[]): NumberedRow[];
  /** Rows that only the end of the file completes. Throws `FileRefused` for an empty file. */
  end(): NumberedRow[];
  warnings(): string[];
  /** How each column or member is read, as far as the file has been read. */
  mapping(): MappedHeader[];
}

/** Messages for lines that can't be read. */
export const lineFaults = {
  line_too_long: `The line is longer than ${lineBytesMax / 1024 ** 2} MiB.`,
  record_too_long: `The row is longer than ${lineBytesMax / 1024 ** 2} MiB: a quoted cell in it spans many lines.`,
  not_utf8: 'The line is not UTF-8. Save the file as UTF-8, in a spreadsheet as "CSV UTF-8".',
  too_many_cells: `The line has more than ${columnsMax} cells.`,
  broken_quotes: 'A quote is not closed, or text follows it. Double the quotes inside a quoted field.',
};
