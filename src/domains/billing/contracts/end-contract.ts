import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { AccountChanged, lockAccount } from '#domains/accounts/index.ts';
import { Contract, contractById, contractOnWire, endContracts } from './contracts.ts';

export const endContract = operation({
  id: 'billing.end-contract',
  summary: 'End a contract now',
  description: 'The credits of the running month stay until its end. A contract that is over stays as it is.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/contracts/{contract_id}/end')],
  roles: ['finance'],
  input: Type.Object({
    contract_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "The contract's `id`.",
      examples: ['con_4TqWm8Zs1Yb6RkLp0Xe9Vd'],
    }),
    reason: requiredReason('The reason, for the audit log.'),
  }),
  output: Contract,
  errors: ['not_found'],

  async run(ctx, { contract_id, reason }) {
    const found = await contractById(ctx.db, contract_id);
    if (!found) return ctx.fail('not_found', { detail: 'No contract with this id exists.' });
    const { account } = found;
    await lockAccount(ctx.db, account);
    const before = (await contractById(ctx.db, contract_id))!;
    const now = ctx.now();
    const isOver = before.ends_at !== null && before.ends_at <= now;
    if (!isOver) await endContracts(ctx.db, account, now);
    ctx.afterCommit(() => ctx.ports.use(AccountChanged)(account));
    const after = (await contractById(ctx.db, contract_id))!;
    ctx.audit('contract.ended', {
      account_id: before.account_id,
      contract: contract_id,
      before: { ends_at: before.ends_at?.toISOString() ?? null },
      after: { ends_at: after.ends_at?.toISOString() ?? null },
      reason,
    });
    return contractOnWire(after);
  },
});
