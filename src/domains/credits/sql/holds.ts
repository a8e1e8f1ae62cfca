import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';

export type HoldState = 'open' | 'settled' | 'released' | 'lease_over';

export type Closed =
  /** For `closed_before`, the outcome of the first close. */
  | {
      status: 'closed' | 'closed_before';
      state: Exclude<HoldState, 'open'>;
      settled: number;
      balance: number;
    }
  | { status: 'unknown_hold' };

/** Returns the whole hold. */
export const releaseHold = (db: Db, hold: HoldOf): Promise<Closed> =>
  closeHold(db, { ...hold, credits: 0, final: 'released' });

interface HoldOf {
  account: number;
  hold: number;
}

export async function closeHold(
  db: Db,
  { account, hold, credits, final }: HoldOf & { credits: number; final: 'settled' | 'released' },
): Promise<Closed> {
  const { rows } = await sql<Closed>`
    select o_outcome as status, o_final as state, o_settled as settled, o_balance as balance
    from credit_hold_close(${account}, ${hold}, ${credits}, ${final})`.execute(db);
  const [closed] = rows;
  return closed!.status === 'unknown_hold' ? { status: 'unknown_hold' } : closed!;
}

/** Holds what is left of one lot, at most `credits`, until `releaseHold`. Null if nothing is left. `key` is a UUID. */
export const freezeLot = (
  db: Db,
  { account, lot, credits, key }: { account: number; lot: number; credits: number; key: string },
): Promise<number | null> =>
  fieldOf<number | null>(db)`
    select credit_freeze(${account}, ${lot}, ${credits}, ${key}) as hold`;

/** How many holds of the account are open. */
export const openHoldsOf = (db: Db, account: number): Promise<number> =>
  fieldOf<number>(db)`
    select count(*)::integer from credit_hold where account = ${account} and status = 'open'`;
