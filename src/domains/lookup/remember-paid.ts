import { sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { shareSuppressionLock } from '#domains/suppression/index.ts';

const hourMs = dayMs / 24;

/**
 * Makes repeats free of what was paid before `free_repeat_days` came into force. While it is 0, lookups don't note what they were
 * paid for, so this reads the usage log: newest first, an hour at a time, so that no lookup waits for long.
 */
export const rememberPaid: Job = {
  id: 'lookup.remember-paid',
  timeoutSeconds: 6 * 3600,
  async run({ ports, now, signal }) {
    const { db } = ports;
    const settings = ports.use(SettingsInForce);
    await settings.reload();
    const hours = 24 * settings.current().free_repeat_days;
    const endMs = now().getTime();
    for (let hour = 0; hour < hours; hour += 1) {
      signal.throwIfAborted();
      await rememberBetween(db, new Date(endMs - (hour + 1) * hourMs), new Date(endMs - hour * hourMs));
    }
    // Other processes may have been paid under the former setting for another second.
    if (hours > 0) await rememberBetween(db, new Date(endMs - hourMs), new Date(now().getTime() + hourMs));
  },
};

/** Leaves out people who were withdrawn since: a free repeat would reveal them, because unknown people always need a credit. */
const rememberBetween = (pool: Db, from: Date, to: Date): Promise<void> =>
  pool.transaction().execute(async (db) => {
    await shareSuppressionLock(db);
    await sql`
      insert into lookup_repeat as repeated (account, profile_hash, paid_at)
      select event.account, event.profile_hash, max(event.at)
      from usage_event event
      where event.at >= ${from} and event.at < ${to} and event.credits > 0 and event.profile_hash is not null
        and not exists (
          select from lookup_withdrawn withdrawn
          where withdrawn.profile_hash = event.profile_hash and withdrawn.withdrawn_at >= event.at
        )
      group by event.account, event.profile_hash
      order by event.account, event.profile_hash
      on conflict (account, profile_hash) do update set paid_at = excluded.paid_at
        where repeated.paid_at < excluded.paid_at`.execute(db);
  });
