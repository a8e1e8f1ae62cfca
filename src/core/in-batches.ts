import type { Db } from './context.ts';

/**
 * Repeats a statement that takes `limit` rows at most until a round finds fewer, and returns how many rows all rounds took.
 * Each round is a transaction of its own: none runs into the statement limit, and none keeps its locks for long. Beside
 * another process it is safe with `for update skip locked`. `now()` finds what is due by an index; `clock_timestamp()` can't.
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

/** The same for one statement that deletes or changes the rows it takes. */
export const rowsInBatches = (
  db: Db,
  limit: number,
  statement: (limit: number) => Statement,
): Promise<number> =>
  inBatches(limit, async (rows) => Number((await statement(rows).execute(db)).numAffectedRows ?? 0));
