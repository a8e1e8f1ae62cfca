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
  /** Also the rows as they were in the file, up to the one with which they exceed this. */
  ownBytesMax?: number;
}

/** In the order of the input. A row that repeats another has what became of that one. */
export async function itemsOf(
  db: Db,
  { account, id }: { account: number; id: string },
  { status, after, limit, ownBytesMax }: ItemsWanted,
): Promise<StoredItem[]> {
  const page = sql`
    select item.row, item.line, item.profile_url as "profileUrl", item.client_reference as "clientReference",
      ended.status, item.repeats_row as "repeatsRow", ended.reason, ended.lookup, item.charged,
      case when ${ownBytesMax !== undefined} then item.own end as own
    from job_item item
    left join job_item first on first.account = item.account and first.job = item.job and first.row = item.repeats_row
    cross join lateral (
      select case coalesce(first.status, item.status) when 'asking' then 'waiting' else coalesce(first.status, item.status) end
          as status,
        coalesce(first.reason, item.reason) as reason, coalesce(first.lookup, item.lookup) as lookup
    ) ended
    where item.account = ${account} and item.job = ${id} and item.row > ${after}
      and (${status ?? null}::text is null or ended.status = ${status ?? null})
    order by item.row limit ${limit}`;
  if (ownBytesMax === undefined) return (await sql<StoredItem>`${page}`.execute(db)).rows;
  const { rows } = await sql<StoredItem>`
    select * from (
      select page.*, sum(octet_length(own)) over (order by row rows between unbounded preceding and 1 preceding) as before
      from (${page}) page
    ) piece
    where before is null or before < ${ownBytesMax} order by row`.execute(db);
  return rows;
}
