/** One address, number or link from the file. Anything it leaves out comes from its row. */
export interface GivenValue {
  text: string;
  /** For an email or a phone. */
  type?: string;
  /** For an email: the file's word for how sure it is. */
  status?: string;
  /** For a phone. */
  country?: string;
  source?: string;
  source_url?: string;
  seen_at?: string;
}

/** One row of the file before it is judged. Missing texts are empty. */
export interface FileRow {
  profile_url: string;
  full_name: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  city: string;
  state: string;
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
  /** Faults of values that weren't read. */
  faults: Fault[];
}

export type TextColumn = Exclude<keyof FileRow, 'emails' | 'phones' | 'links' | 'faults'>;

export const emptyRow = (): FileRow => ({
  profile_url: '',
  full_name: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  city: '',
  state: '',
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

/** Why a line or value is rejected. `detail` must not repeat a value, which may be personal data. */
export interface Fault {
  column: string | null;
  reason: string;
  detail: string;
}

export type ReadRow = { ok: true; row: FileRow } | { ok: false; fault: Fault };

/** A row and the lines it occupies in the file. */
export type NumberedRow = ReadRow & { line: number; lastLine: number };

export const faultyRow = (column: string | null, reason: string, detail: string): ReadRow => ({
  ok: false,
  fault: { column, reason, detail },
});
