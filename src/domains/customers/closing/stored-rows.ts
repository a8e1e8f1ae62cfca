import { type RawBuilder, sql } from 'kysely';
import type { Db, Ports } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';
import type { AccountTable, DataOf } from '#core/parts/account-rows.ts';

/** The rows of one account in one table. */
export interface StoredData {
  table: string;
  declared: AccountTable;
  /** The condition of its rows. */
  rows: RawBuilder<unknown>;
}

/** The tables with rows of an account, in the order of the manifest. */
export const storedDataOf = ({ accountData }: Pick<Ports, 'accountData'>, account: DataOf): StoredData[] =>
  accountData.flatMap(({ tables }) =>
    Object.entries(tables).map(([table, declared]) => ({
      table,
      declared,
      rows: sql`${declared.of?.(account) ?? sql`account = ${account.id}`}`,
    })),
  );

/** Beyond this, a number of rows is not counted further. */
export const rowsCountedMax = 10_000;

export const countRows = (db: Db, { table, rows }: StoredData): Promise<number> =>
  fieldOf<number>(db)`
    select count(*)::integer from (select from ${sql.table(table)} where ${rows} limit ${rowsCountedMax + 1}) as counted`;

/** Deletes up to `limit` rows. Returns how many. The outer condition also keeps it to the right partitions. */
export async function eraseRows(db: Db, { table, rows }: StoredData, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ${rows}
      and ctid = any (array(select ctid from ${sql.table(table)} where ${rows} limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
}

/** Empties the columns of up to `limit` kept rows that no law needs. Returns how many. */
export async function clearRows(
  db: Db,
  { table, declared: { cleared = {} }, rows }: StoredData,
  limit: number,
): Promise<number> {
  const columns = Object.entries(cleared);
  if (columns.length === 0) return 0;
  const set = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const isFilled = columns.map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`);
  const due = sql`${rows} and (${sql.join(isFilled, sql` or `)})`;
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.join(set)} where ${due}
      and ctid = any (array(select ctid from ${sql.table(table)} where ${due} limit ${limit}))`.execute(db);
  return Number(numAffectedRows);
}

export interface Page {
  rows: object[];
  /** Where the next page begins. Null after the last one. */
  next: string[] | null;
}

/** Rows as JSON, without the account's number, bytes and what the domain hides. */
export async function pageOfRows(
  db: Db,
  { table, declared: { inOrderOf: key = [], hides = [] }, rows }: StoredData,
  after: readonly string[] | null,
  limit: number,
): Promise<Page> {
  const columns = key.map((column) => sql`stored.${sql.ref(column)}`);
  const places = columns.map((column) => sql`${column}::text`);
  const beyond =
    after === null
      ? sql`true`
      : sql`(${sql.join(columns)}) > (${sql.join(after.map((place) => sql`${place}`))})`;
  const order = key.length === 0 ? sql`` : sql`order by ${sql.join(columns)} limit ${limit}`;
  const found = await sql<{ row: object; place: string[] }>`
    select to_jsonb(stored) - array(
        select attname::text from pg_attribute
        where attrelid = ${table}::text::regclass and atttypid = 'bytea'::regtype
      ) - ${['account', ...hides]}::text[] as row,
      array[${places.length === 0 ? sql`` : sql.join(places)}]::text[] as place
    from ${sql.table(table)} as stored where ${rows} and ${beyond} ${order}`.execute(db);
  const isLast = key.length === 0 || found.rows.length < limit;
  return { rows: found.rows.map(({ row }) => row), next: isLast ? null : found.rows.at(-1)!.place };
}
