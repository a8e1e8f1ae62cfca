import { inBatches } from '#core/database/in-batches.ts';
import type { Job } from '#core/job.ts';
import { isAlertOpen } from '#domains/audit/index.ts';
import { parts } from './proof/prove-ledger.ts';
import { eraseRows, markLedger, rowsPerErase } from './sql/proof.ts';

/** Deletes ledger rows past retention that were proved. Their sums stay. While a mismatch is open, every row is kept. */
export const eraseLedger: Job = {
  id: 'credits.erase-ledger',
  schedule: '23 22 * * *',
  timeoutSeconds: 4 * 3600,
  async run({ ports: { db, settings }, log, signal }) {
    const before = await markLedger(db, settings.current().ledger_months);
    if (await isAlertOpen(db, 'ledger_mismatch')) return;
    let erased = 0;
    for await (const part of parts(db, {})) {
      erased += await inBatches(rowsPerErase, () => {
        signal.throwIfAborted();
        return eraseRows(db, part, before);
      });
    }
    if (erased > 0) log.info({ erased, before }, 'old rows of the ledger were erased');
  },
};
