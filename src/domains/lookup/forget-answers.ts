import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { deleteInBatches, inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { shareSuppressionLock } from '#domains/suppression/index.ts';
import { rememberedDays } from './finding/vetoes.ts';

export const forgetAnswers: Job = {
  id: 'lookup.forget-answers',
  schedule: '7 * * * *',
  run: ({ ports }) => forgetOldLookups(ports.db, ports.settings.current()),
};

/** The most that `free_repeat_days` may be. */
const repeatDaysMax = 365;
const rowsPerBatch = 2_000;

interface KeptDays {
  free_repeat_days: number;
  history_days: number;
}

/**
 * Deletes answers whose time is over, the history before `history_days`, expired free repeats, expired name marks, and withdrawals
 * that no repeat can be older than.
 */
export async function forgetOldLookups(
  db: Db,
  { free_repeat_days: repeatDays, history_days: historyDays }: KeptDays,
): Promise<void> {
  await forgetOldAnswers(db, rowsPerBatch, historyDays);
  for (const [table, column, days] of [
    ['lookup_past', 'at', historyDays],
    ['lookup_repeat', 'paid_at', repeatDays],
    ['lookup_withdrawn', 'withdrawn_at', repeatDaysMax],
    ['lookup_veto', 'vetoed_at', rememberedDays],
  ] as const) {
    const where = sql`${sql.ref(column)} < now() - make_interval(days => ${days})`;
    await deleteInBatches(db, table, { where, oldestBy: column });
  }
}

/** Deletes answers whose time is over: those whose keys are digests by an index, those with a UUIDv7 by its age. */
export async function forgetOldAnswers(db: Db, batchSize: number, historyDays: number): Promise<void> {
  await inBatches(batchSize, async (limit) => {
    const [batch] = await forgetting<{ forgotten: number }>(
      db,
      sql`select lookup_forget(${limit}, ${historyDays}) as forgotten`,
    );
    return batch!.forgotten;
  });
  let next: Place | null = { account: 0, op: '00000000-0000-0000-0000-000000000000' };
  while (next) next = await forgetByAge(db, batchSize, historyDays, next);
}

/** A place in the order of the primary key. */
interface Place {
  account: number;
  op: string;
}

async function forgetByAge(
  db: Db,
  limit: number,
  historyDays: number,
  { account, op }: Place,
): Promise<Place | null> {
  const [next] = await forgetting<Place | { account: null }>(
    db,
    sql`select o_account as account, o_op as op from lookup_forget_by_age(${limit}, ${account}, ${op}, ${historyDays})`,
  );
  return next!.account === null ? null : next!;
}

/** No person is withdrawn between the reading of an answer and the writing of its history. */
const forgetting = <Row>(pool: Db, statement: RawBuilder<unknown>): Promise<Row[]> =>
  pool.transaction().execute(async (db) => {
    await shareSuppressionLock(db);
    return (await statement.execute(db)).rows as Row[];
  });
