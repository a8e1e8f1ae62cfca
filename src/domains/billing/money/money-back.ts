import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ProviderDispute, ProviderRefund } from '#platform/payments/port.ts';
import { disputeRanks, lostRank, openRank, pendingRank, processedRank, refundRanks } from '../rules.ts';

/** A refund or a dispute as far as its provider has told it. */
export interface Return {
  id: string;
  amountPaise: number;
  rank: number;
  at: Date;
}

export interface Returns {
  refunds: Return[];
  disputes: Return[];
}

export async function mergeRefund(db: Db, provider: string, refund: ProviderRefund, at: Date): Promise<void> {
  const { id, payment, amountPaise, status } = refund;
  await sql`
    insert into provider_refund as known (provider, id, payment, amount_paise, rank, at)
    values (${provider}, ${id}, ${payment}, ${amountPaise}, ${refundRanks.indexOf(status)}, ${at})
    on conflict (provider, id) do update set rank = excluded.rank, at = excluded.at
    where known.rank < excluded.rank`.execute(db);
}

export async function mergeDispute(
  db: Db,
  provider: string,
  dispute: ProviderDispute,
  at: Date,
): Promise<void> {
  const { id, payment, amountPaise, status } = dispute;
  await sql`
    insert into provider_dispute as known (provider, id, payment, amount_paise, rank, at)
    values (${provider}, ${id}, ${payment}, ${amountPaise}, ${disputeRanks.indexOf(status)}, ${at})
    on conflict (provider, id) do update set rank = excluded.rank, at = excluded.at
    where known.rank < excluded.rank`.execute(db);
}

export async function returnsOf(db: Db, provider: string, payment: string): Promise<Returns> {
  const read = async (table: 'provider_refund' | 'provider_dispute'): Promise<Return[]> => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'amount_paise', 'rank', 'at'])
      .where('provider', '=', provider)
      .where('payment', '=', payment)
      .orderBy('id')
      .execute();
    return rows.map(({ id, amount_paise, rank, at }) => ({ id, amountPaise: amount_paise, rank, at }));
  };
  return { refunds: await read('provider_refund'), disputes: await read('provider_dispute') };
}

const isProcessed = ({ rank }: Return): boolean => rank === processedRank;
const isLost = ({ rank }: Return): boolean => rank === lostRank;
const sum = (returns: readonly Return[]): number =>
  returns.reduce((total, { amountPaise }) => total + amountPaise, 0);

/** What of the returns has moved money, what is on its way, and whether anything is still being argued about. */
export const movedBy = ({ refunds, disputes }: Returns) => {
  const processed = refunds.filter(isProcessed);
  const lost = disputes.filter(isLost);
  return {
    processed,
    lost,
    refundedPaise: sum(processed),
    pendingPaise: sum(refunds.filter(({ rank }) => rank === pendingRank)),
    unmovedPaise: sum(refunds.filter((refund) => !isProcessed(refund))),
    lostPaise: sum(lost),
    isDisputed: disputes.some(({ rank }) => rank === openRank),
  };
};
