import { idOfUuid, uuidInId } from '#core/ids.ts';
import {
  type ExtraHost,
  type ParsedLink,
  parseProfileLink,
  profileHashOf,
  reasonSentence,
} from '#values/profile-link/index.ts';
import type { ProfileRow, RowFault } from './files/profile-file.ts';

/** A profile of the request, or a row of its file. */
export type GivenRow = Omit<ProfileRow, 'row' | 'line' | 'own'> & { line: number | null; own: string | null };

/** A row of the input, to be stored as an item: it is looked up, it repeats an earlier row, or it is refused. */
export interface JudgedRow extends Omit<GivenRow, 'fault'> {
  row: number;
  /** Null for a refused row. */
  profile_hash: string | null;
  status: 'waiting' | 'repeated' | 'refused';
  repeats_row: number | null;
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
    judge({ line, own, profile_url, name, client_reference, fault }) {
      const row = result.rows.length + 1;
      const link = fault ? null : parseProfileLink(profile_url, codeHosts);
      const url = link?.ok ? link.profile.url : null;
      const repeats_row = (url !== null && firstRows.get(url)) || null;
      const status = url === null ? 'refused' : repeats_row === null ? 'waiting' : 'repeated';
      if (status === 'waiting') firstRows.set(url!, row);
      result[counted[status]] += 1;
      const profile_hash = url === null ? null : profileHashOf(url);
      result.rows.push({
        ...{ row, line, own, profile_url, profile_hash, name, client_reference, status, repeats_row },
        ...refusalOf(fault, link),
      });
      for (const text of [profile_url, name, client_reference, own])
        result.bytes += Buffer.byteLength(text ?? '');
      result.bytes += rowBytes;
    },
  };
}

const counted = { waiting: 'profiles', repeated: 'repeated', refused: 'refused' } as const;

/** Why a row is refused: it can't be read, or its link is not a profile's. */
function refusalOf(fault: RowFault | null, link: ParsedLink | null): Pick<JudgedRow, 'reason' | 'refusal'> {
  if (fault) return { reason: fault.reason, refusal: fault };
  if (link === null || link.ok) return { reason: null, refusal: null };
  return { reason: link.reason, refusal: { column: null, message: reasonSentence(link.reason) } };
}

/** Overhead of a stored row. */
const rowBytes = 150;

export const bounds = ['open_jobs', 'rows', 'bytes'] as const;
/** Room for an account's jobs: used, allowed, or needed by a new one. */
export type Room = Record<(typeof bounds)[number], number>;

/** The first bound that a new job would exceed. */
export const exceeded = (used: Room, needed: Room, limit: Room): (typeof bounds)[number] | null =>
  bounds.find((bound) => used[bound] + needed[bound] > limit[bound]) ?? null;

/** A job's public id is its key, so that finding it needs no index of its own. */
export const jobIdOf = (id: string): string => idOfUuid('job', id);

/** The key in a job's id. Null for any other text. */
export const jobKeyOf = (jobId: string): string | null => uuidInId('job', jobId);

/** Seconds until nothing waits. */
export const secondsLeft = (waiting: number, perMinute: number | null): number | null =>
  perMinute ? Math.ceil((waiting * 60) / perMinute) : null;
