import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db.ts';

/** A template that is sent as a statement: `` rowsOf<Row>(db)`select …` ``. Its values become parameters, as those of `sql`. */
type Statement<Result> = (texts: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

export const rowsOf =
  <Row>(db: Db): Statement<Row[]> =>
  async (...statement) =>
    (await sql<Row>(...statement).execute(db)).rows;

/** For a statement that always returns one row. */
export const rowOf =
  <Row>(db: Db): Statement<Row> =>
  async (...statement) =>
    (await rowsOf<Row>(db)(...statement))[0]!;

/** The first row. */
export const rowOrNull =
  <Row>(db: Db): Statement<Row | null> =>
  async (...statement) =>
    (await rowsOf<Row>(db)(...statement))[0] ?? null;

/** The only column of the first row, or null without a row. */
export const fieldOf =
  <Value>(db: Db): Statement<Value> =>
  async (...statement) =>
    Object.values((await rowsOf<Record<string, Value>>(db)(...statement))[0] ?? {})[0] ?? (null as Value);

/** For a statement without rows. */
export const run =
  (db: Db): Statement<void> =>
  async (...statement) =>
    void (await sql(...statement).execute(db));

/** Transactions that name the same turn wait for each other, each until the one before has ended. */
export const takeTurn = (db: Db, name: string): Promise<void> =>
  run(db)`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;

/** An order's words in SQL: how rows are compared with the last one of the page before, and sorted. */
export const orderIn = (order: string): { after: RawBuilder<unknown>; direction: RawBuilder<unknown> } =>
  order === 'oldest' || order === 'lowest'
    ? { after: sql`>`, direction: sql`asc` }
    : { after: sql`<`, direction: sql`desc` };
