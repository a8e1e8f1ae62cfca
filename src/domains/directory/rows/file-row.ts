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
  first_name: string;
  middle_name: string;
  last_name: string;
  headline: string;
  company: string;
  location: string;
  email_type: string;
  email_status: string;
  country: string;
  source: string;
  source_url: string;
  seen_at: string;
  emails: GivenValue[];
  phones: GivenValue[];
  links: GivenValue[];
  /** Of values that were not read. */
  faults: Fault[];
}

export type TextColumn = Exclude<keyof FileRow, 'emails' | 'phones' | 'links' | 'faults'>;

export const emptyRow = (): FileRow => ({
  profile_url: '',
  full_name: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  headline: '',
  company: '',
  location: '',
  email_type: '',
  email_status: '',
  country: '',
  source: '',
  source_url: '',
  seen_at: '',
  emails: [],
  phones: [],
  links: [],
  faults: [],
});

/** Why a line or a value is not taken. `detail` is a sentence that repeats no value of the line: it may be a person's. */
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
