import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { inBatches, rowsInBatches } from '#core/in-batches.ts';
import { rememberedDays } from './finding/vetoes.ts';

const rowsPerBatch = 2_000;

/** Deletes answers whose time is over, expired free repeats and expired name marks. */
export async function forgetOldLookups(db: Db, repeatDays: number): Promise<void> {
  const rounds = [
    (limit: number) => sql`
      delete from lookup_repeat where ctid = any (array(
        select ctid from lookup_repeat
        where paid_at < now() - make_interval(days => ${repeatDays})
        order by paid_at limit ${limit} for update skip locked
      ))`,
    (limit: number) => sql`
      delete from lookup_veto where ctid = any (array(
        select ctid from lookup_veto
        where vetoed_at < now() - make_interval(days => ${rememberedDays})
        order by vetoed_at limit ${limit} for update skip locked
      ))`,
  ];
  await inBatches(rowsPerBatch, async (limit) => {
    const { rows } = await sql<{ forgotten: number }>`select lookup_forget(${limit}) as forgotten`.execute(
      db,
    );
    return rows[0]!.forgotten;
  });
  for (const round of rounds) await rowsInBatches(db, rowsPerBatch, round);
}
