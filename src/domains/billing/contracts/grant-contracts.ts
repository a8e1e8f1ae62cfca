import type { Job } from '#core/job.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { contractById, contractsToGrant, grantMonths } from './contracts.ts';

/** Grants the months of contracts that have begun since the last run. */
export const grantContracts: Job = {
  id: 'billing.grant-contracts',
  schedule: '*/10 * * * *',
  async run(ctx) {
    for (const { id, account } of await contractsToGrant(ctx.ports.db, ctx.now())) {
      ctx.signal.throwIfAborted();
      await ctx.phase(async (phase) => {
        await lockAccount(phase.db, account);
        await grantMonths(phase, (await contractById(phase.db, id))!, ctx.now());
      });
    }
  },
};
