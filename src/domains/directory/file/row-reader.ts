import type { MappedHeader } from '#values/contact-files/file-refused.ts';
import type { FileLine } from '#values/contact-files/line-splitter.ts';
import type { OpeningOptions } from '#values/contact-files/open-file.ts';
import type { NumberedRow } from '../rows/file-row.ts';
import type { HeaderMap } from './header.ts';

export interface ReadingOptions extends Pick<OpeningOptions, 'encoding' | 'format' | 'codeHosts'> {
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
