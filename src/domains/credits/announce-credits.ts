import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { run } from '#core/database/statement.ts';
import type { Job } from '#core/job.ts';
import { againAndAgain } from '#core/running/again-and-again.ts';
import { lowCredits } from './sql/low-credits.ts';

/**
 * Writes `credits.low` for accounts with an endpoint that wants it. They are looked at every few seconds, so that no lookup pays for
 * it. Any number of processes may look at the same time.
 */
export const announceLowCredits: Job = {
  id: 'credits.announce-low-credits',
  always: true,
  run: ({ ports: { db }, signal }) => againAndAgain(signal, () => emitLowCredits(db)),
};

/** Writes `credits.expiring` for accounts with an endpoint that wants it, once for each lot. */
export const announceExpiringCredits: Job = {
  id: 'credits.announce-expiring-credits',
  schedule: '*/5 * * * *',
  run: ({ ports: { db } }) => emitExpiringCredits(db),
};

/** Once after each grant: `about` is the newest lot. */
export const emitLowCredits = (db: Db): Promise<void> =>
  run(db)`
    select webhook_emit(low.account, 'credits.low', 'credits',
      json_build_object('balance', low.balance, 'granted', low.granted), low.now, 'lot ' || low.lot)
    from (${lowCredits(sql`webhook_accounts_for('credits.low')`)}) low`;

const expiresAt = sql`to_char(lot.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const emitExpiringCredits = (db: Db): Promise<void> =>
  run(db)`
    select webhook_emit(lot.account, 'credits.expiring', 'credits',
      json_build_object('credits', lot.avail, 'expires_at', ${expiresAt}), clock.now, 'lot ' || lot.id)
    from webhook_accounts_for('credits.expiring') watched
    cross join (select ledger_now() as now) clock
    join credit_lot lot on lot.account = watched.account
    where lot.closed_at is null and lot.avail > 0
      and lot.expires_at > clock.now and lot.expires_at <= clock.now + interval '7 days'
    order by lot.expires_at, lot.id`;
