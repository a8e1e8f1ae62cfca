import { batch } from '#core/concurrency/batch.ts';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { type Balance, balancesNow } from './sql/lots.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** The account's balance at this moment, outside a transaction. Calls that come at once share a statement. */
    balance(account: number): Promise<Balance>;
  }
}

export const openCredits = ({ ports: { db }, metrics }: Platform): OpenDomain => ({
  ports: {
    balance: batch({
      run: (accounts: number[]) => balancesNow(db, accounts),
      sizeMax: 128,
      onBatch: (items) => metrics.batched('balance', items),
    }),
  },
});
