import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { fieldOf, rowsOf, run } from '#core/database/statement.ts';
import { port } from '#core/ports.ts';
import type { ShortBalance } from '../shapes.ts';
import type { LotSource } from './grants.ts';

export type Balance = Static<typeof ShortBalance>;

/** The account's balance at this moment, outside a transaction. Calls that come at once share a statement. */
export const BalanceNow = port<(account: number) => Promise<Balance>>('balance-now');

/** Waits for changes of the account's credits, and makes others wait until the transaction ends. */
export const lockCredits = (db: Db, account: number): Promise<void> =>
  run(db)`select from credit_account where account = ${account} for no key update`;

/** The account's balance at this moment. */
export const balanceOf = async (db: Db, account: number): Promise<Balance> =>
  (await balancesNow(db, [account]))[0]!;

/** The same for several accounts, in order. */
export async function balancesNow(db: Db, accounts: readonly number[]): Promise<Balance[]> {
  const { rows } = await sql<
    Omit<Balance, 'next_expiry'> & { account: number; at: Date | null; credits: number }
  >`
    select asked.account, now.balance, now.held, now.at, now.credits
    from unnest(${[...new Set(accounts)]}::bigint[]) as asked (account)
    cross join lateral (
      with open as (
        select avail, held, expires_at, expires_at > clock.now as is_live
        from credit_lot, (select ledger_now() as now) clock
        where credit_lot.account = asked.account and closed_at is null
      ),
      live as (select avail, expires_at from open where is_live and avail > 0),
      soonest as (select min(expires_at) as at from live where expires_at < 'infinity')
      select (select coalesce(sum(avail), 0) from live)::bigint as balance,
        (select coalesce(sum(held), 0) from open)::bigint as held,
        soonest.at,
        (select coalesce(sum(avail), 0) from live where live.expires_at = soonest.at)::bigint as credits
      from soonest
    ) as now`.execute(db);
  const byAccount = new Map(
    rows.map(({ account, balance, held, at, credits }) => [
      account,
      { balance, held, next_expiry: at && { at, credits } },
    ]),
  );
  return accounts.map((account) => byAccount.get(account)!);
}

/** The credits that each account can spend now. Accounts without credits are missing. */
export async function balancesOf(db: Db, accounts: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ account: number; balance: number }>`
    select account, sum(avail)::bigint as balance from credit_lot
    where account = any(${accounts}::bigint[]) and closed_at is null and expires_at > ledger_now()
    group by account`.execute(db);
  return new Map(rows.map(({ account, balance }) => [account, balance]));
}

export interface Lot {
  id: number;
  source: LotSource;
  granted: number;
  /** Credits left to spend, unless the lot has expired. */
  available: number;
  held: number;
  spent: number;
  expired: number;
  revoked: number;
  /** Exclusive. Null means never. */
  expires_at: Date | null;
  /** When the lot became empty. */
  closed_at: Date | null;
}

/** The account's lots in spending order: all of them, or only those that can be spent or are held. */
export const lotsOf = (db: Db, account: number, which: 'all' | 'live' = 'all'): Promise<Lot[]> =>
  rowsOf<Lot>(db)`
    select id, source, granted, avail as available, held, spent, expired, revoked,
      nullif(expires_at, 'infinity') as expires_at, closed_at
    from credit_lot
    where account = ${account} and id > 0
      and (${which} = 'all' or closed_at is null and expires_at > (select ledger_now()))
    order by credit_lot.expires_at, id`;

/** Whether the account has ever had a credit. */
export const everHadCredits = (db: Db, account: number): Promise<boolean> =>
  fieldOf<boolean>(db)`select exists (select from credit_lot where account = ${account} and id > 0)`;
