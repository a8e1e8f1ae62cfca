import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { JobItemTable } from '#platform/database/rows.generated.ts';
import type { JudgedRow } from '../rules.ts';

const rowsPerStatement = 1_000;

const givenColumns = {
  row: 'integer',
  line: 'integer',
  profile_url: 'text',
  profile_hash: 'uuid',
  name: 'text',
  client_reference: 'text',
  status: 'text',
  repeats_row: 'integer',
  reason: 'text',
  own: 'text',
} satisfies Record<keyof Omit<JudgedRow, 'refusal'>, string>;
const givenNames = Object.keys(givenColumns) as (keyof typeof givenColumns)[];

export async function insertItems(
  db: Db,
  { account, id }: { account: number; id: string },
  rows: readonly JudgedRow[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const part = rows.slice(at, at + rowsPerStatement);
    const arrays = givenNames.map(
      (name) => sql`${part.map((row) => row[name])}::${sql.raw(givenColumns[name])}[]`,
    );
    await sql`
      insert into job_item (account, job, ${sql.join(givenNames.map((name) => sql.ref(name)))})
      select ${account}, ${id}, given.* from unnest(${sql.join(arrays)}) given`.execute(db);
  }
}

/** The members that go to the wire as they are, and `own`. `status`, `reason` and `lookup` are of the row that answers it. */
export type StoredItem = Pick<
  Selectable<JobItemTable>,
  | 'row'
  | 'line'
  | 'profile_url'
  | 'name'
  | 'client_reference'
  | 'status'
  | 'repeats_row'
  | 'reason'
  | 'lookup'
  | 'own'
> & {
  credits_charged: number;
  /** Which row it repeats, in words: `repeat of line 6`, or `repeat of row 5` where there is no file. */
  repeat: string | null;
};

export interface ItemsWanted {
  status?: string | undefined;
  after: number;
  limit: number;
  /** Also the rows as they were in the file, up to the one with which they exceed this. */
  ownBytesMax?: number;
}

/** In the order of the input. A row that repeats another has the outcome of that one. */
export async function itemsOf(
  db: Db,
  { account, id }: { account: number; id: string },
  { status, after, limit, ownBytesMax }: ItemsWanted,
): Promise<StoredItem[]> {
  const page = sql`
    select item.row, item.line, item.profile_url, item.name, item.client_reference, ended.status, item.repeats_row,
      ended.lookup, item.charged as credits_charged, ended.reason, ended.repeat,
      case when ${ownBytesMax !== undefined} then item.own end as own
    from job_item item
    left join job_item first on first.account = item.account and first.job = item.job and first.row = item.repeats_row
    cross join lateral (
      select case coalesce(first.status, item.status) when 'asking' then 'waiting' else coalesce(first.status, item.status) end
          as status,
        coalesce(first.reason, item.reason) as reason, coalesce(first.lookup, item.lookup) as lookup,
        'repeat of ' || coalesce('line ' || first.line, 'row ' || first.row) as repeat
    ) ended
    where item.account = ${account} and item.job = ${id} and item.row > ${after}
      and (${status ?? null}::text is null or ended.status = ${status ?? null})
    order by item.row limit ${limit}`;
  if (ownBytesMax === undefined) return (await sql<StoredItem>`${page}`.execute(db)).rows;
  return rowsOf<StoredItem>(db)`
    select * from (
      select page.*, sum(octet_length(own)) over (order by row rows between unbounded preceding and 1 preceding) as before
      from (${page}) page
    ) piece
    where before is null or before < ${ownBytesMax} order by row`;
}
