import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsInBatches } from '#core/in-batches.ts';
import { rememberedDays } from './vetoes.ts';

const rowsAtOnce = 2_000;

/** Forgets answers older than 24 hours, repeats that can no longer be free, and names that nobody is refused by any more. */
export async function forgetOldLookups(db: Db, repeatDays: number): Promise<void> {
  const rounds = [
    (limit: number) => sql`
      delete from lookup where (account, op_key) in (
        select account, op_key from lookup
        where created_at < clock_timestamp() - interval '24 hours'
        order by created_at limit ${limit} for update skip locked
      )`,
    (limit: number) => sql`
      delete from lookup_repeat where (account, profile_hash) in (
        select account, profile_hash from lookup_repeat
        where paid_at < clock_timestamp() - make_interval(days => ${repeatDays})
        order by paid_at limit ${limit} for update skip locked
      )`,
    (limit: number) => sql`
      delete from lookup_veto where (account, profile_hash) in (
        select account, profile_hash from lookup_veto
        where vetoed_at < clock_timestamp() - make_interval(days => ${rememberedDays})
        order by vetoed_at limit ${limit} for update skip locked
      )`,
    (limit: number) => sql`
      delete from idempotent_answer where (scope, key) in (
        select scope, key from idempotent_answer
        where created_at < clock_timestamp() - interval '24 hours'
        order by created_at limit ${limit} for update skip locked
      )`,
  ];
  for (const round of rounds) await rowsInBatches(db, rowsAtOnce, round);
}
