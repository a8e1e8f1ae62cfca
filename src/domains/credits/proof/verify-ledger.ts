import type { Db } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { accountById } from '#domains/accounts/index.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import type { Mismatch } from '../sql/proof.ts';
import { proveRound, proveSince } from './prove-ledger.ts';

/** About ten seconds of one core. */
const rowsFromNothing = 2_000_000;

/**
 * Proves every night what was added to the ledger, and some of the accounts from nothing. Each account with a mismatch gets
 * one alert, open until an operator resolves it.
 */
export const verifyLedger: Job = {
  id: 'credits.verify-ledger',
  schedule: '23 21 * * *',
  timeoutSeconds: 4 * 3600,
  async run({ ports: { db }, log, signal }) {
    const wrong = new Set<number>();
    for (const proof of [() => proveSince(db, { signal }), () => proveRound(db, rowsFromNothing, signal)]) {
      for await (const mismatches of proof()) {
        for (const [account, own] of Map.groupBy(mismatches, ({ account }) => account)) {
          // The nightly proof has the newest numbers.
          if (!wrong.has(account) || own.some(({ what }) => what.includes(' of ')))
            await raiseMismatch(db, account, own);
          wrong.add(account);
        }
      }
    }
    if (wrong.size > 0) log.error({ accounts: wrong.size }, 'the ledger does not match the books');
    else log.info({}, 'the ledger was verified');
  },
};

async function raiseMismatch(db: Db, account: number, mismatches: Mismatch[]): Promise<void> {
  const named = await accountById(db, account);
  await raiseAlert(db, {
    kind: 'ledger_mismatch',
    subject: `account ${named?.account_id ?? `#${account}`}`,
    details: { account, mismatches: mismatches.map(({ account: _, ...mismatch }) => mismatch) },
  });
}
