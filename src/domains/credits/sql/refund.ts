import type { Db } from '#core/context.ts';
import { rowOf } from '#core/database/statement.ts';

interface Refund {
  outcome: 'refunded' | 'replayed' | 'unknown_spend';
  refunded: number | null;
}

/** Refunds the credits of one spend, at most once. `replayed` means that they were refunded before. */
export const refundSpend = (
  db: Db,
  { account, spend, key, reason }: { account: number; spend: string; key: string; reason: string },
): Promise<Refund> =>
  rowOf<Refund>(db)`
    select o_outcome as outcome, o_refunded as refunded from credit_refund(${account}, ${spend}, ${key}, ${reason})`;
