import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { JudgedRow } from '../rules.ts';

const rowsPerStatement = 1_000;

export async function insertItems(
  db: Db,
  { account, id }: { account: number; id: string },
  rows: readonly JudgedRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const part = rows.slice(at, at + rowsPerStatement);
    const column = <Value>(pick: (row: JudgedRow) => Value): Value[] => part.map(pick);
    await sql`
      insert into job_item (account, job, row, line, profile_url, profile_hash, name, client_reference, status, repeats_row, reason, own)
      select ${account}, ${id}, given.* from unnest(
        ${column(({ row }) => row)}::integer[], ${column(({ line }) => line)}::integer[],
        ${column(({ profileUrl }) => profileUrl)}::text[], ${column(({ profileHash }) => profileHash)}::uuid[],
        ${column(({ name }) => name)}::text[],
        ${column(({ clientReference }) => clientReference)}::text[], ${column(({ status }) => status)}::text[],
        ${column(({ repeatsRow }) => repeatsRow)}::integer[], ${column(({ reason }) => reason)}::text[],
        ${column(({ own }) => own)}::text[]
      ) given`.execute(db);
  }
}

export interface StoredItem {
  row: number;
  line: number | null;
  profileUrl: string;
  clientReference: string | null;
  /** Of the row that answers it. */
  status: string;
  repeatsRow: number | null;
  reason: string | null;
  /** The operation of the lookup that answers it. */
  lookup: string | null;
  charged: number;
  /** The row as it stood in the file. */
  own: string | null;
}

export interface ItemsWanted {
  status?: string | undefined;
  after: number;
  limit: number;
  /** Also the rows as they stood in the file: together they may be as large as the file. */
  withOwn?: boolean;
}

/** In the order of the input. A row that repeats another has what became of that one. */
export async function itemsOf(
  db: Db,
  { account, id }: { account: number; id: string },
  { status, after, limit, withOwn = false }: ItemsWanted,
): Promise<StoredItem[]> {
  const { rows } = await sql<StoredItem>`
    select item.row, item.line, item.profile_url as "profileUrl", item.client_reference as "clientReference",
      ended.status, item.repeats_row as "repeatsRow", ended.reason, ended.lookup, item.charged,
      case when ${withOwn} then item.own end as own
    from job_item item
    left join job_item first on first.account = item.account and first.job = item.job and first.row = item.repeats_row
    cross join lateral (
      select case coalesce(first.status, item.status) when 'asking' then 'waiting' else coalesce(first.status, item.status) end
          as status,
        coalesce(first.reason, item.reason) as reason, coalesce(first.lookup, item.lookup) as lookup
    ) ended
    where item.account = ${account} and item.job = ${id} and item.row > ${after}
      and (${status ?? null}::text is null or ended.status = ${status ?? null})
    order by item.row limit ${limit}`.execute(db);
  return rows;
}
