import { fileBodies, type OpeningOptions } from '#values/contact-files/open-file.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import type { FileReading } from '../shapes.ts';

/** Rows of one file, not counting empty ones. */
export const profileRowsMax = 10_000;

/** A CRM's export of 10,000 rows with a hundred columns has about half of this. */
export const profileFileBytesMax = 16 * 1024 * 1024;

/** A file of any kind, or the JSON of a request. */
export const profileFileBodies = { ...fileBodies('raw'), 'application/json': 'json' } as const;

/** The customer's own columns, for the results file. Small enough to be stored with the job. */
export interface OwnColumns {
  names: string[];
  delimiter: string;
}

/** Why a row can't be looked up. `message` names the line and the column, and repeats no value. */
export interface RowFault {
  reason: string;
  message: string;
  /** The name of the column. Null if the whole line is at fault. */
  column: string | null;
}

export interface ProfileRow {
  /** From 1, without empty rows and the header. */
  row: number;
  line: number;
  /** As it is in the file: may be empty or no link. */
  profile_url: string;
  name: string | null;
  client_reference: string | null;
  /** The row as it is in the file. `ownCells` splits it. */
  own: string;
  fault: RowFault | null;
}

export interface ProfileFile {
  own: OwnColumns;
  reading: FileReading;
  rows: ProfileRow[];
}

export interface ReadingOptions extends Pick<OpeningOptions, 'encoding'> {
  /** The column with the links: its name in the header, or its number from 1. Found by name or content if it is absent. */
  column?: string | undefined;
  /** The same for the names. Empty: none is read. */
  name_column?: string | undefined;
  /** The same for the customer's references. Empty: none is read. */
  reference_column?: string | undefined;
  /** The operator's own code hosts, whose profiles count as links too. */
  codeHosts?: readonly ExtraHost[];
}
