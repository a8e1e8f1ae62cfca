import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { inBatches, rowsInBatches } from '#core/database/in-batches.ts';
import { rememberedDays } from './finding/vetoes.ts';

/** The most that `free_repeat_days` may be. */
const repeatDaysMax = 365;
const rowsPerBatch = 2_000;

/** Deletes answers whose time is over, expired free repeats, expired name marks, and withdrawals that no repeat can be older than. */
export async function forgetOldLookups(db: Db, repeatDays: number): Promise<void> {
  const rounds = [
    (limit: number) => sql`
      delete from lookup_repeat where ctid = any (array(
        select ctid from lookup_repeat
        where paid_at < now() - make_interval(days => ${repeatDays})
        order by paid_at limit ${limit} for update skip locked
      ))`,
    (limit: number) => sql`
      delete from lookup_withdrawn where ctid = any (array(
        select ctid from lookup_withdrawn
        where withdrawn_at < now() - make_interval(days => ${repeatDaysMax})
        order by withdrawn_at limit ${limit} for update skip locked
      ))`,
    (limit: number) => sql`
      delete from lookup_veto where ctid = any (array(
        select ctid from lookup_veto
        where vetoed_at < now() - make_interval(days => ${rememberedDays})
        order by vetoed_at limit ${limit} for update skip locked
      ))`,
  ];
  await forgetOldAnswers(db, rowsPerBatch);
  for (const round of rounds) await rowsInBatches(db, rowsPerBatch, round);
}

/** Deletes answers whose time is over: those whose keys are digests by an index, those with a UUIDv7 by its age. */
export async function forgetOldAnswers(db: Db, batchSize: number): Promise<void> {
  await inBatches(batchSize, async (limit) => {
    const { rows } = await sql<{ forgotten: number }>`select lookup_forget(${limit}) as forgotten`.execute(
      db,
    );
    return rows[0]!.forgotten;
  });
  let at: Place | null = { account: 0, opKey: '00000000-0000-0000-0000-000000000000' };
  while (at) at = await forgetByAge(db, batchSize, at);
}

/** A place in the order of the primary key. */
interface Place {
  account: number;
  opKey: string;
}

async function forgetByAge(db: Db, limit: number, { account, opKey }: Place): Promise<Place | null> {
  const { rows } = await sql<{ account: number | null; opKey: string }>`
    select o_account as account, o_op as "opKey" from lookup_forget_by_age(${limit}, ${account}, ${opKey})`.execute(
    db,
  );
  const { account: nextAccount, opKey: nextKey } = rows[0]!;
  return nextAccount === null ? null : { account: nextAccount, opKey: nextKey };
}
