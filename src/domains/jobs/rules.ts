import {
  type ExtraHost,
  type ParsedLink,
  parseProfileLink,
  profileHashOf,
  reasonSentence,
} from '#values/profile-link/index.ts';
import type { ProfileRow, RowFault } from './files/profile-file.ts';
import type { JobProfile } from './shapes.ts';

/** A profile of the input, with what is known of it where it came in a file. */
export interface GivenRow extends JobProfile {
  file?: Pick<ProfileRow, 'line' | 'own' | 'fault'>;
}

/** What becomes of a row: it is looked up, it repeats an earlier row, or it is refused. */
export interface JudgedRow {
  row: number;
  line: number | null;
  /** The row as it stood in the file. */
  own: string | null;
  profileUrl: string;
  /** Null for a refused row. */
  profileHash: string | null;
  name: string | null;
  clientReference: string | null;
  status: 'waiting' | 'repeated' | 'refused';
  repeatsRow: number | null;
  reason: string | null;
  refusal: { column: string | null; message: string } | null;
}

export interface JudgedRows {
  rows: JudgedRow[];
  profiles: number;
  repeated: number;
  refused: number;
  /** Approximate bytes that the rows take when stored. */
  bytes: number;
}

/** Judges rows in their order. The first row of a profile stands for all, with its name. */
export function openJudge(codeHosts: readonly ExtraHost[]): {
  judge(given: GivenRow): void;
  result: JudgedRows;
} {
  const firstRows = new Map<string, number>();
  const result: JudgedRows = { rows: [], profiles: 0, repeated: 0, refused: 0, bytes: 0 };
  return {
    result,
    judge({ profile_url, name, client_reference, file }) {
      const row = result.rows.length + 1;
      const link = file?.fault ? null : parseProfileLink(profile_url, codeHosts);
      const url = link?.ok ? link.profile.url : null;
      const repeatsRow = (url !== null && firstRows.get(url)) || null;
      const status = url === null ? 'refused' : repeatsRow === null ? 'waiting' : 'repeated';
      if (status === 'waiting') firstRows.set(url!, row);
      counts[status](result);
      const judged: JudgedRow = {
        row,
        line: file?.line ?? null,
        own: file?.own ?? null,
        profileUrl: profile_url,
        profileHash: url === null ? null : profileHashOf(url),
        name: name ?? null,
        clientReference: client_reference ?? null,
        status,
        repeatsRow,
        ...refusalOf(file?.fault ?? null, link),
      };
      result.rows.push(judged);
      result.bytes += bytesOf(judged);
    },
  };
}

const counts = {
  waiting: (result: JudgedRows) => (result.profiles += 1),
  repeated: (result: JudgedRows) => (result.repeated += 1),
  refused: (result: JudgedRows) => (result.refused += 1),
};

/** Why a row is refused: it can't be read, or its link is not a profile's. */
function refusalOf(fault: RowFault | null, link: ParsedLink | null): Pick<JudgedRow, 'reason' | 'refusal'> {
  if (fault) return { reason: fault.reason, refusal: fault };
  if (link === null || link.ok) return { reason: null, refusal: null };
  return { reason: link.reason, refusal: { column: null, message: reasonSentence(link.reason) } };
}

/** Overhead per row. */
const rowBytes = 150;

const bytesOf = ({ profileUrl, name, clientReference, own }: JudgedRow): number =>
  [profileUrl, name, clientReference, own].reduce(
    (sum, text) => sum + Buffer.byteLength(text ?? ''),
    rowBytes,
  );

export const bounds = ['open_jobs', 'rows', 'bytes'] as const;
/** Room for an account's jobs: used, allowed, or needed by a new one. */
export type Room = Record<(typeof bounds)[number], number>;

/** The first bound that a new job would exceed. */
export const exceeded = (used: Room, needed: Room, limit: Room): (typeof bounds)[number] | null =>
  bounds.find((bound) => used[bound] + needed[bound] > limit[bound]) ?? null;

/** A job's public id is its key, so that finding it needs no index of its own. */
export const jobIdOf = (id: string): string => `job_${id.replaceAll('-', '')}`;

/** The key in a job's id. Null for any other text. */
export function jobKeyOf(jobId: string): string | null {
  const hex = /^job_([0-9a-f]{32})$/.exec(jobId)?.[1];
  return hex ? hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5') : null;
}

/** Seconds until nothing waits. */
export const secondsLeft = (waiting: number, perMinute: number | null): number | null =>
  perMinute ? Math.ceil((waiting * 60) / perMinute) : null;
