import { type ExtraHost, parseProfileLink, type RefusalReason } from '#values/profile-link/index.ts';
import type { JobProfile } from './shapes.ts';

/** A profile of the input, with its line where it came in a file. */
export interface GivenRow extends JobProfile {
  line?: number;
  column?: string;
}

/** What becomes of a row: it is looked up, it repeats an earlier row, or it is refused. */
export interface JudgedRow {
  row: number;
  line: number | null;
  column: string | null;
  profileUrl: string;
  name: string | null;
  clientReference: string | null;
  status: 'waiting' | 'repeated' | 'refused';
  repeatsRow: number | null;
  reason: RefusalReason | null;
}

export interface JudgedRows {
  rows: JudgedRow[];
  profiles: number;
  repeated: number;
  refused: number;
}

/** Judges rows in their order. The first row of a profile stands for all, with its name. */
export function openJudge(codeHosts: readonly ExtraHost[]): {
  judge(given: GivenRow): void;
  result: JudgedRows;
} {
  const firstRows = new Map<string, number>();
  const result: JudgedRows = { rows: [], profiles: 0, repeated: 0, refused: 0 };
  return {
    result,
    judge({ profile_url, name, client_reference, line, column }) {
      const row = result.rows.length + 1;
      const link = parseProfileLink(profile_url, codeHosts);
      const repeatsRow = (link.ok && firstRows.get(link.profile.url)) || null;
      if (!link.ok) result.refused += 1;
      else if (repeatsRow !== null) result.repeated += 1;
      else {
        result.profiles += 1;
        firstRows.set(link.profile.url, row);
      }
      result.rows.push({
        row,
        line: line ?? null,
        column: column ?? null,
        profileUrl: profile_url,
        name: name ?? null,
        clientReference: client_reference ?? null,
        status: !link.ok ? 'refused' : repeatsRow !== null ? 'repeated' : 'waiting',
        repeatsRow,
        reason: link.ok ? null : link.reason,
      });
    },
  };
}

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
