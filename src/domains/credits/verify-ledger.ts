import type { Db } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { accountById } from '#domains/accounts/index.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { type Mismatch, reconcileInParts } from './sql/upkeep.ts';

const accountsPerBatch = 500;

/** Reconciles the ledger every night. Each account with a mismatch gets one alert, open until an operator resolves it. */
export const verifyLedger: Job = {
  id: 'credits.verify-ledger',
  schedule: '23 21 * * *',
  async run({ ports, log }) {
    let wrongAccounts = 0;
    for await (const mismatches of reconcileInParts(ports.db, accountsPerBatch)) {
      const byAccount = Map.groupBy(mismatches, ({ account }) => account);
      for (const [account, own] of byAccount) await raiseMismatch(ports.db, account, own);
      wrongAccounts += byAccount.size;
    }
    if (wrongAccounts > 0) log.error({ accounts: wrongAccounts }, 'the ledger does not match the books');
    else log.info({}, 'the ledger was verified');
  },
};

async function raiseMismatch(db: Db, account: number, mismatches: Mismatch[]): Promise<void> {
  const named = await accountById(db, account);
  await raiseAlert(db, {
    kind: 'ledger_mismatch',
    subject: `account ${named?.accountId ?? `#${account}`}`,
    details: { account, mismatches: mismatches.map(({ account: _, ...mismatch }) => mismatch) },
  });
}
