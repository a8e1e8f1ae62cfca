import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { deleteInBatches, inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { rememberedDays } from './finding/vetoes.ts';

export const forgetAnswers: Job = {
  id: 'lookup.forget-answers',
  schedule: '7 * * * *',
  run: ({ ports }) => forgetOldLookups(ports.db, ports.settings.current().free_repeat_days),
};

/** The most that `free_repeat_days` may be. */
const repeatDaysMax = 365;
const rowsPerBatch = 2_000;

/** Deletes answers whose time is over, expired free repeats, expired name marks, and withdrawals that no repeat can be older than. */
export async function forgetOldLookups(db: Db, repeatDays: number): Promise<void> {
  await forgetOldAnswers(db, rowsPerBatch);
  for (const [table, column, days] of [
    ['lookup_repeat', 'paid_at', repeatDays],
    ['lookup_withdrawn', 'withdrawn_at', repeatDaysMax],
    ['lookup_veto', 'vetoed_at', rememberedDays],
  ] as const) {
    const where = sql`${sql.ref(column)} < now() - make_interval(days => ${days})`;
    await deleteInBatches(db, table, { where, oldestBy: column });
  }
}

/** Deletes answers whose time is over: those whose keys are digests by an index, those with a UUIDv7 by its age. */
export async function forgetOldAnswers(db: Db, batchSize: number): Promise<void> {
  await inBatches(batchSize, async (limit) => {
    const { rows } = await sql<{ forgotten: number }>`select lookup_forget(${limit}) as forgotten`.execute(
      db,
    );
    return rows[0]!.forgotten;
  });
  let next: Place | null = { account: 0, op: '00000000-0000-0000-0000-000000000000' };
  while (next) next = await forgetByAge(db, batchSize, next);
}

/** A place in the order of the primary key. */
interface Place {
  account: number;
  op: string;
}

async function forgetByAge(db: Db, limit: number, { account, op }: Place): Promise<Place | null> {
  const { rows } = await sql<Place | { account: null }>`
    select o_account as account, o_op as op from lookup_forget_by_age(${limit}, ${account}, ${op})`.execute(
    db,
  );
  const [next] = rows;
  return next!.account === null ? null : next!;
}
