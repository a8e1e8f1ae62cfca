import { batch } from '#core/concurrency/batch.ts';
import type { OpenDomain, Platform } from '#core/domain.ts';
import { BalanceNow, balancesNow } from './sql/lots.ts';

export const openCredits = ({ ports: { db }, metrics }: Platform): OpenDomain => ({
  ports: [
    BalanceNow.opened(
      batch({
        run: (accounts: number[]) => balancesNow(db, accounts),
        sizeMax: 128,
        onBatch: (items) => metrics.batched('balance', items),
      }),
    ),
  ],
});
