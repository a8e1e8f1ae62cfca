import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountNames, lockAccountNamed } from '#domains/accounts/index.ts';
import { agentAccessOf } from '../agent-access.ts';
import {
  AccountFeature,
  accountFeatureOnWire,
  faultsOfChange,
  featureChange,
  featureSetBy,
} from './shapes.ts';
import { accountFeature, lockFeatures, setAccountFeature } from './sql.ts';

export const changeAccountFeature = operation({
  id: 'billing.change-account-feature',
  summary: 'Switch agent access of an account',
  description:
    'True lets agents in regardless of plans, false keeps them out, `inherit` or null follows the plans. It applies on every ' +
    'process with the next call. REST lookups work either way.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/account-features')],
  roles: ['support'],
  input: Type.Object({ ...accountNames, ...featureChange("Leaves it to the account's plans.") }),
  example: { account_id: 'acme-42', mcp: true, reason: 'A pilot' },
  check: faultsOfChange,
  output: AccountFeature,
  errors: ['not_found'],

  async run(ctx, { mcp, inherit: _, reason, ...named }) {
    const account = await lockAccountNamed(ctx, named);
    await lockFeatures(ctx.db);
    const before = await accountFeature(ctx.db, account.id);
    const wanted = featureSetBy({ mcp }, reason, ctx);
    const isSame = before?.mcp === wanted?.mcp;
    const after = isSame ? before : wanted;

    if (!isSame) await setAccountFeature(ctx.db, account.id, after);
    ctx.audit('account.feature_changed', {
      account_id: account.account_id,
      before: { mcp: before?.mcp ?? null },
      after: { mcp: after?.mcp ?? null },
      reason,
    });
    return accountFeatureOnWire(account, after, await agentAccessOf(ctx, account));
  },
});
