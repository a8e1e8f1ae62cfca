import type { Job } from '#core/job.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { contractById, contractsToGrant, grantMonths } from './contracts.ts';

/** Grants the months of contracts that have begun since the last run. One that fails is alerted, and the others get theirs. */
export const grantContracts: Job = {
  id: 'billing.grant-contracts',
  schedule: '*/10 * * * *',
  async run(ctx) {
    for (const { id, account, account_id } of await contractsToGrant(ctx.ports.db, ctx.now())) {
      ctx.signal.throwIfAborted();
      const alert = { kind: 'contract_not_granted', subject: id } as const;
      try {
        await ctx.phase(async (phase) => {
          if (!(await lockAccount(phase.db, account))) return;
          await grantMonths(phase, (await contractById(phase.db, id))!, ctx.now());
          await resolveAlert(phase.db, alert);
        });
      } catch (error) {
        ctx.log.error({ contract: id, err: error }, 'the credits of a contract were not granted');
        await raiseAlert(ctx.ports.db, { ...alert, details: { account_id } });
      }
    }
  },
};
