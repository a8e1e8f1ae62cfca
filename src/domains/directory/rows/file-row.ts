/** One address, number or link as the file gives it; what it doesn't say itself the row says. */
export interface GivenValue {
  text: string;
  /** Of an e-mail. */
  type?: string;
  /** Of a phone. */
  country?: string;
  source?: string;
  source_url?: string;
  seen_at?: string;
}

/** One row as it stands in the file, nothing judged yet; absent text is empty. */
export interface FileRow {
  profile_url: string;
  full_name: string;
  headline: string;
  company: string;
  location: string;
  email_type: string;
  country: string;
  source: string;
  source_url: string;
  seen_at: string;
  emails: GivenValue[];
  phones: GivenValue[];
  links: GivenValue[];
}

export const emptyRow = (): FileRow => ({
  profile_url: '',
  full_name: '',
  headline: '',
  company: '',
  location: '',
  email_type: '',
  country: '',
  source: '',
  source_url: '',
  seen_at: '',
  emails: [],
  phones: [],
  links: [],
});

/** Why a line is not taken. `detail` is a sentence that repeats no value of the line: it may be a person's. */
export interface Fault {
  column: string | null;
  reason: string;
  detail: string;
}

export type ReadRow = { ok: true; row: FileRow } | { ok: false; fault: Fault };

/** A row and the lines of the file it stands on. */
export type NumberedRow = ReadRow & { line: number; lastLine: number };

export const faultyRow = (column: string | null, reason: string, detail: string): ReadRow => ({
  ok: false,
  fault: { column, reason, detail },
});

/**
 * Several values in one cell stand apart by `;` or `|`. A `tel:` URI has parameters after semicolons, so there only `|`
 * separates.
 */
export function splitCell(cell: string): GivenValue[] {
  const text = cell.trim();
  if (text === '') return [];
  if (!/[;|]/.test(text)) return [{ text }];
  const separator = /^tel:/i.test(text) ? /\|/ : /[;|]/;
  return text
    .split(separator)
    .map((part) => ({ text: part.trim() }))
    .filter((value) => value.text !== '');
}
