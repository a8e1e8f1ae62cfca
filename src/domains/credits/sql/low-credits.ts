import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';

export interface LowCredits {
  account: number;
  balance: number;
  /** The credits of the lots that are being spent. */
  granted: number;
  /** The newest lot. */
  lot: number;
}

/** Those of the accounts that have at most a fifth left of the lots that they are spending. An account that never had credits has no lot. */
export const lowCredits = (accounts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select watched.account, open.balance, open.granted, newest.id as lot, clock.now
  from ${accounts} watched
  cross join (select ledger_now() as now) clock
  cross join lateral (
    select coalesce(sum(avail), 0)::bigint as balance, coalesce(sum(granted), 0)::bigint as granted
    from credit_lot where account = watched.account and closed_at is null and expires_at > clock.now
  ) open
  cross join lateral (
    select id from credit_lot where account = watched.account and id > 0 order by id desc limit 1
  ) newest
  where open.balance * 5 <= open.granted`;

const mailed = sql`(select id as account from account where email is not null and closed_at is null)`;

/**
 * Accounts after this one with few credits, some of which moved within a day, that were not mailed about their newest lot. So an account that isn't
 * used is never mailed, not even if mails are set up later.
 */
export const lowCreditsToMail = (db: Db, after: number, limit: number): Promise<LowCredits[]> =>
  rowsOf<LowCredits>(db)`
    select account, balance, granted, lot from (${lowCredits(mailed)}) low
    where account > ${after}
      and (select at from credit_ledger where account = low.account and id > 0 order by id desc limit 1) > now - interval '1 day'
      and not exists (select from mail_choice where account = low.account and type = 'credits')
      and not exists (
        select from account_mail where account = low.account and type = 'credits' and about = 'lot ' || low.lot
      )
    order by account limit ${limit}`;
