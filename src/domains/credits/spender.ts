import { batch, shareByKey } from '#core/batch.ts';
import { failWith } from '#core/failure.ts';
import { type HotPool, type Spend, type SpendOutcome, spendBatch, spendOne } from './sql/spends.ts';

export type Spent = Exclude<SpendOutcome, { status: 'busy' }>;

export interface Spender {
  /**
   * Spends once for each key; it is committed when this resolves. `replayed` also stands for a spend whose first answer
   * was lost with its connection. Fails with `overloaded` when too many spends wait or the account stays locked for
   * seconds; nothing was spent then, or the same key finds it.
   */
  spend(item: Spend): Promise<Spent>;
}

export interface SpenderOptions {
  pool: HotPool;
  /** Spends that may wait; 20,000 unless given. */
  queueMax?: number;
  /** Batches in flight at once; 1 unless given. */
  concurrency?: number;
  onBatch?: (name: string, items: number) => void;
}

/** So few are quicker by themselves, side by side, than as a batch. */
const singlesMax = 4;
const triesBeforeWaiting = 2;

/**
 * Spends for the whole process; concurrent spends share their round trips. A busy account is tried again with the next
 * batch, and then apart from the others, so that nobody waits for somebody else's lock.
 */
export function openSpender({ pool, queueMax, concurrency, onBatch }: SpenderOptions): Spender {
  const runSingly = (item: Spend) => spendOne(pool, item);
  const atOnce = batch<Spend, SpendOutcome>({
    run: (items) => spendBatch(pool, items, { wait: false }),
    runSingly,
    singlesMax,
    again: ({ status }, _item, tries) => status === 'busy' && tries < triesBeforeWaiting,
    queueMax,
    concurrency,
    onBatch: (items) => onBatch?.('spend', items),
  });
  const inLine = batch<Spend, SpendOutcome>({
    run: (items) => spendBatch(pool, items, { wait: true }),
    runSingly,
    queueMax,
    onBatch: (items) => onBatch?.('spend_in_line', items),
  });

  const spend = async (item: Spend): Promise<Spent> => {
    const outcome = await atOnce(item);
    if (outcome.status !== 'busy') return outcome;
    const waited = await inLine(item);
    if (waited.status === 'busy')
      return failWith(['overloaded'])('overloaded', { detail: 'The account is being changed elsewhere.' });
    return waited;
  };
  return { spend: shareByKey(({ account, key, amount }) => `${account} ${key} ${amount}`, spend) };
}
