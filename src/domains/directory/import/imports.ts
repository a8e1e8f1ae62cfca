import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { FileFormat } from '#values/contact-files/open-file.ts';
import { type Reject, rejectsPerLine } from '../rows/judge-batch.ts';
import { largestFirst, linesPerGroup, type RejectGroup, type RejectGroups } from '../rows/reject-groups.ts';
import {
  type ImportReport,
  type ImportSummary,
  type Reject as RejectShown,
  rejectsKeptMax,
  rejectsShown,
} from '../shapes.ts';
import type { Reading } from './reading.ts';

export type ImportStatus = 'running' | 'interrupted' | 'completed' | 'failed' | 'taking_back' | 'taken_back';

/** A stored import. `lines` counts the lines of the file that are done. */
export interface ImportRow {
  id: string;
  sha256: Buffer | null;
  file_name: string;
  /** Null until its first rows are written. */
  format: FileFormat | null;
  status: ImportStatus;
  lines: number;
  accepted: number;
  merged: number;
  suppressed: number;
  rejected: number;
  rejected_values: number;
  without_contact: number;
  warnings: string[];
  detail: string | null;
  started_at: Date;
  finished_at: Date | null;
  worked_ms: number;
  /** Null for imports before this was stored. */
  reading: Reading | null;
}

/** A killed process leaves its import `running` although no process works on it. */
const isWorkedOn = sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint =
      hashtextextended('directory_import:' || coalesce(encode(import.sha256, 'hex'), import.id), 0)
)`;

const columns = sql`import.id, import.sha256, import.file_name, import.format,
  case when import.status = 'running' and not ${isWorkedOn} then 'interrupted' else import.status end as status,
  import.lines, import.accepted, import.merged, import.suppressed, import.rejected,
  import.rejected_values, import.without_contact, import.warnings, import.detail,
  import.started_at, import.finished_at, import.worked_ms, import.reading`;

const selectImports = async (db: Db, rest: RawBuilder<unknown>): Promise<ImportRow[]> =>
  (await sql<ImportRow>`select ${columns} from directory_import import ${rest}`.execute(db)).rows;

export const importById = async (db: Db, id: string): Promise<ImportRow | null> =>
  (await selectImports(db, sql`where import.id = ${id}`))[0] ?? null;

/** The last import of a file. */
export const importOfFile = async (db: Db, sha256: Buffer): Promise<ImportRow | null> =>
  (await selectImports(db, sql`where import.sha256 = ${sha256} and import.repeated_by is null`))[0] ?? null;

export interface ImportsWanted {
  limit: number;
  sha256: Buffer | null;
  /** The id of the import before the first one wanted. */
  after: string | null;
}

/** Newest first. With `sha256`, only the imports of that file. */
export const latestImports = (db: Db, { limit, sha256, after }: ImportsWanted): Promise<ImportRow[]> =>
  selectImports(
    db,
    sql`where (${sha256}::bytea is null or import.sha256 = ${sha256})
      and (${after}::text is null or (import.started_at, import.id) <
        (select started_at, id from directory_import where id = ${after}))
      order by import.started_at desc, import.id desc limit ${limit}`,
  );

export interface NewImport {
  id: string;
  sha256: Buffer | null;
  fileName: string;
  actor: string;
  startedAt: Date;
  reading: Reading;
}

export async function insertImport(
  db: Db,
  { id, sha256, fileName, actor, startedAt, reading }: NewImport,
): Promise<void> {
  await sql`
    insert into directory_import (id, sha256, file_name, actor, started_at, reading)
    values (${id}, ${sha256}, ${fileName}, ${actor}, ${startedAt}, ${JSON.stringify(reading)}::jsonb)`.execute(
    db,
  );
}

/** Imports a file once more, beside its completed import, which keeps what it contributed. */
export async function insertRepeat(db: Db, repeat: NewImport, before: string): Promise<void> {
  // Its own id, for a moment: no other import has the file then, and the new row can't be named before it exists.
  await sql`update directory_import set repeated_by = id where id = ${before}`.execute(db);
  await insertImport(db, repeat);
  await sql`update directory_import set repeated_by = ${repeat.id} where id = ${before}`.execute(db);
}

/** Resumes after the last committed line. */
export async function resumeImport(db: Db, id: string): Promise<void> {
  await sql`
    update directory_import set status = 'running', finished_at = null, detail = null where id = ${id}`.execute(
    db,
  );
}

/** Starts the same file over. */
export async function restartImport(
  db: Db,
  { id, fileName, actor, startedAt, reading }: NewImport,
): Promise<void> {
  await sql`delete from directory_reject where import_id = ${id}`.execute(db);
  await sql`delete from directory_reject_group where import_id = ${id}`.execute(db);
  await sql`
    update directory_import set status = 'running', finished_at = null, detail = null, warnings = '{}',
      lines = 0, accepted = 0, merged = 0, suppressed = 0, rejected = 0, rejected_values = 0, without_contact = 0, worked_ms = 0,
      file_name = ${fileName}, format = null, actor = ${actor}, started_at = ${startedAt},
      reading = ${JSON.stringify(reading)}::jsonb
    where id = ${id}`.execute(db);
}

export interface Progress {
  /** Where the batch starts and ends in the file. */
  linesBefore: number;
  lines: number;
  accepted: number;
  merged: number;
  suppressed: number;
  rejected: number;
  rejectedValues: number;
  withoutContact: number;
  warnings: readonly string[];
  format: FileFormat;
  workedMs: number;
}

/** Counts a batch in the transaction that wrote it. Fails when another process has advanced the import in the meantime. */
export async function advanceImport(db: Db, id: string, progress: Progress): Promise<void> {
  const { numAffectedRows } = await sql`
    update directory_import set lines = ${progress.lines}, accepted = accepted + ${progress.accepted},
      merged = merged + ${progress.merged}, suppressed = suppressed + ${progress.suppressed},
      rejected = rejected + ${progress.rejected}, rejected_values = rejected_values + ${progress.rejectedValues},
      without_contact = without_contact + ${progress.withoutContact}, warnings = ${progress.warnings}, format = ${progress.format},
      worked_ms = worked_ms + ${progress.workedMs}
    where id = ${id} and status = 'running' and lines = ${progress.linesBefore}`.execute(db);
  if (numAffectedRows !== 1n) throw new Error(`another process advanced import ${id}`);
}

/** Marks the import while its data is being removed. An operator who repeats the call resumes it. */
export async function startTakingBack(db: Db, id: string): Promise<void> {
  await sql`update directory_import set status = 'taking_back' where id = ${id}`.execute(db);
}

/** File names by import. */
export async function importNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, file_name as name from directory_import where id = any (${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function closeImport(
  db: Db,
  id: string,
  status: Exclude<ImportStatus, 'running' | 'taking_back'>,
  finishedAt: Date,
  detail: string | null = null,
): Promise<void> {
  await sql`
    update directory_import set status = ${status}, finished_at = ${finishedAt}, detail = ${detail}
    where id = ${id}`.execute(db);
}

export const summaryOf = (row: ImportRow): ImportSummary => ({
  id: row.id,
  status: row.status,
  file_name: row.file_name,
  format: row.format,
  sha256: row.sha256?.toString('hex') ?? null,
  lines: row.lines,
  accepted: row.accepted,
  merged: row.merged,
  suppressed: row.suppressed,
  rejected: row.rejected,
  rejected_values: row.rejected_values,
  without_contact: row.without_contact,
  warnings: row.warnings,
  detail: row.detail,
  started_at: row.started_at,
  finished_at: row.finished_at,
  duration_ms: row.worked_ms,
});

export const reportOf = async (db: Db, row: ImportRow): Promise<ImportReport> => ({
  ...summaryOf(row),
  rejects: (await rejectsOf(db, row.id, 0, rejectsShown)).map(rejectReport),
  reject_groups: await rejectGroupsOf(db, row.id),
  mapping: [],
  preview: [],
});

export const rejectReport = ({ line, scope, column, reason, detail }: Reject): RejectShown => ({
  line,
  scope,
  column,
  reason,
  detail,
});

export async function insertRejects(db: Db, id: string, rejects: readonly Reject[]): Promise<void> {
  if (rejects.length === 0) return;
  await sql`
    insert into directory_reject (import_id, line, place, scope, column_name, reason, detail)
    select ${id}, * from unnest(
      ${rejects.map(({ line }) => line)}::bigint[],
      ${rejects.map(({ place }) => place)}::smallint[],
      ${rejects.map(({ scope }) => scope)}::text[],
      ${rejects.map(({ column }) => column)}::text[],
      ${rejects.map(({ reason }) => reason)}::text[],
      ${rejects.map(({ detail }) => detail)}::text[]
    )`.execute(db);
}

/** Adds those of one batch. Only one process writes an import's groups. */
export async function insertRejectGroups(db: Db, id: string, found: RejectGroups): Promise<void> {
  if (found.size === 0) return;
  await sql`
    insert into directory_reject_group as known (import_id, scope, column_name, reason, detail, amount, lines)
    select ${id}, scope, coalesce("column", ''), reason, detail, count, lines
    from json_to_recordset(${JSON.stringify([...found.values()])}::json)
      as given (scope text, "column" text, reason text, detail text, count bigint, lines bigint[])
    on conflict (import_id, scope, column_name, reason) do update set
      amount = known.amount + excluded.amount, lines = (known.lines || excluded.lines)[1:${sql.lit(linesPerGroup)}]`.execute(
    db,
  );
}

async function rejectGroupsOf(db: Db, id: string): Promise<RejectGroup[]> {
  const { rows } = await sql<RejectGroup>`
    select scope, nullif(column_name, '') as column, reason, detail, amount as count, lines
    from directory_reject_group where import_id = ${id}`.execute(db);
  return largestFirst(rows);
}

/** How many more rejects of the import may be stored. */
export async function rejectsRoomOf(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select count(*)::integer as kept from directory_reject where import_id = ${id}`.execute(db);
  return rejectsKeptMax - rows[0]!.kept;
}

/** A reject's position in the list, used as a cursor. */
export const cursorOf = ({ line, place }: Reject): number => line * rejectsPerLine + place + 1;

/** In line order, starting at `cursor`. */
export async function rejectsOf(db: Db, id: string, cursor: number, limit: number): Promise<Reject[]> {
  const line = Math.floor(cursor / rejectsPerLine);
  const { rows } = await sql<Reject>`
    select line, place, scope, column_name as column, reason, detail
    from directory_reject
    where import_id = ${id} and (line, place) >= (${line}::bigint, ${cursor % rejectsPerLine}::smallint)
    order by line, place limit ${limit}`.execute(db);
  return rows;
}
