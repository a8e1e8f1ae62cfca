import type { Target } from './headers/columns.ts';

export type RefusalOfFile =
  | 'not_text'
  | 'empty'
  | 'missing_column'
  | 'no_contact_column'
  | 'unknown_column'
  | 'repeated_column'
  | 'date_order_missing'
  | 'json_array'
  | 'json_lines'
  | 'unreadable_header'
  | 'too_many_columns'
  | 'too_many_rows'
  | 'not_utf8'
  | 'too_large'
  | 'hash_mismatch';

/** How a header is read. */
export interface MappedHeader {
  header: string;
  /** Null when the column isn't read. */
  column: Target | null;
}

/** Why a file can't be used at all. `detail` is a sentence for the reader and repeats no value of the file. */
export class FileRefused extends Error {
  readonly reason: RefusalOfFile;
  readonly detail: string;
  /** How each column would be read. Empty if the file is refused for anything but its header or a date. */
  readonly mapping: readonly MappedHeader[];

  constructor(reason: RefusalOfFile, detail: string, mapping: readonly MappedHeader[] = []) {
    super(detail);
    this.name = 'FileRefused';
    this.reason = reason;
    this.detail = detail;
    this.mapping = mapping;
  }
}
