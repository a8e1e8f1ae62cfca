import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { port } from '#core/ports.ts';
import { burnOrder } from '../rules.ts';
import type { LotSource } from './grants.ts';

/** The account's balance at this moment, outside a transaction. Calls that come at once share a statement. */
export const BalanceNow = port<(account: number) => Promise<Balance>>('balance-now');

export interface Balance {
  /** Credits available to spend now. */
  available: number;
  /** Set aside for work in progress. */
  held: number;
  /** When the next credits expire, and how many. Null when none ever do. */
  nextExpiry: { at: Date; credits: number } | null;
}

/** Waits for changes of the account's credits, and makes others wait until the transaction ends. */
export async function lockCredits(db: Db, account: number): Promise<void> {
  await sql`select from credit_account where account = ${account} for no key update`.execute(db);
}

/** The account's balance at this moment. */
export const balanceOf = async (db: Db, account: number): Promise<Balance> =>
  (await balancesNow(db, [account]))[0]!;

/** The same for several accounts, in order. */
export async function balancesNow(db: Db, accounts: readonly number[]): Promise<Balance[]> {
  const { rows } = await sql<{
    account: number;
    available: number;
    held: number;
    next_at: Date | null;
    next_credits: number;
  }>`
    select asked.account, now.available, now.held, now.next_at, now.next_credits
    from unnest(${[...new Set(accounts)]}::bigint[]) as asked (account)
    cross join lateral (
      with open as (
        select avail, held, expires_at, expires_at > clock.now as is_live
        from credit_lot, (select ledger_now() as now) clock
        where credit_lot.account = asked.account and closed_at is null
      ),
      live as (select avail, expires_at from open where is_live and avail > 0),
      soonest as (select min(expires_at) as at from live where expires_at < 'infinity')
      select (select coalesce(sum(avail), 0) from live)::bigint as available,
        (select coalesce(sum(held), 0) from open)::bigint as held,
        soonest.at as next_at,
        (select coalesce(sum(avail), 0) from live where live.expires_at = soonest.at)::bigint as next_credits
      from soonest
    ) as now`.execute(db);
  const byAccount = new Map(rows.map((row) => [row.account, row]));
  return accounts.map((account) => {
    const { available, held, next_at, next_credits } = byAccount.get(account)!;
    return { available, held, nextExpiry: next_at && { at: next_at, credits: next_credits } };
  });
}

export interface Lot {
  id: number;
  source: LotSource;
  sourceRef: string;
  reason: string;
  grantedBy: string;
  granted: number;
  /** Credits left to spend, unless the lot has expired. */
  available: number;
  held: number;
  spent: number;
  expired: number;
  revoked: number;
  /** Exclusive. Null means never. */
  expiresAt: Date | null;
  isLive: boolean;
  /** When the lot became empty. */
  closedAt: Date | null;
  createdAt: Date;
}

interface LotRow {
  id: number;
  source: LotSource;
  source_ref: string;
  reason: string;
  granted_by: string;
  granted: number;
  avail: number;
  held: number;
  spent: number;
  expired: number;
  revoked: number;
  expires_at: Date | null;
  is_live: boolean;
  closed_at: Date | null;
  created_at: Date;
}

/** The account's lots in spending order: all of them, or only those that aren't empty. */
export async function lotsOf(db: Db, account: number, which: 'all' | 'open' = 'all'): Promise<Lot[]> {
  const { rows } = await sql<LotRow>`
    select id, source, source_ref, reason, granted_by, granted, avail, held, spent, expired, revoked,
      nullif(expires_at, 'infinity') as expires_at, expires_at > clock.now as is_live, closed_at, created_at
    from credit_lot, (select ledger_now() as now) clock
    where account = ${account} and id > 0 and (${which} = 'all' or closed_at is null)`.execute(db);
  return rows.map(lotOf).sort(burnOrder);
}

const lotOf = (row: LotRow): Lot => ({
  id: row.id,
  source: row.source,
  sourceRef: row.source_ref,
  reason: row.reason,
  grantedBy: row.granted_by,
  granted: row.granted,
  available: row.avail,
  held: row.held,
  spent: row.spent,
  expired: row.expired,
  revoked: row.revoked,
  expiresAt: row.expires_at,
  isLive: row.is_live,
  closedAt: row.closed_at,
  createdAt: row.created_at,
});
