import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../context.ts';

/**
 * Repeats a statement that affects at most `limit` rows until one affects fewer. Returns the total. Each round commits on its
 * own, so none hits the statement timeout or holds its locks for long. Use `for update skip locked` to run beside another
 * process, and `now()` rather than `clock_timestamp()`, which can't use an index.
 */
export async function inBatches(limit: number, round: (limit: number) => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const taken = await round(limit);
    all += taken;
    if (taken < limit) return all;
  }
}

interface Statement {
  execute(db: Db): Promise<{ numAffectedRows?: bigint | undefined }>;
}

/** The same for a single `delete` or `update` statement. */
export const rowsInBatches = (
  db: Db,
  limit: number,
  statement: (limit: number) => Statement,
): Promise<number> =>
  inBatches(limit, async (rows) => Number((await statement(rows).execute(db)).numAffectedRows ?? 0));

/**
 * Deletes the rows that `where` finds, in the order of the column `oldestBy`, which needs an index. `where` compares with a time
 * that the statement itself knows, such as `now() - interval '90 days'`.
 */
export const deleteInBatches = (
  db: Db,
  table: string,
  { where, oldestBy, limit = 2_000 }: { where: RawBuilder<unknown>; oldestBy: string; limit?: number },
): Promise<number> =>
  rowsInBatches(
    db,
    limit,
    (rows) => sql`
      delete from ${sql.table(table)} where ctid = any (array(
        select ctid from ${sql.table(table)} where ${where}
        order by ${sql.ref(oldestBy)} limit ${rows} for update skip locked
      ))`,
  );
