import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { AskAgentAccess, agentAccessCodes } from './agent-access.ts';

export const showAgentAccess = operation({
  id: 'billing.show-agent-access',
  summary: 'Ask whether agents may act for an account',
  description:
    'The same decision as at `POST /mcp`, for any active key of the account. REST lookups work either way, unless the account is locked.',
  kind: 'query',
  doors: [dashboard('GET', '/internal/billing/mcp-status/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({
    account_id: Type.String(),
    allowed: Type.Boolean({ description: 'Whether agents are let in.' }),
    code: orNull(
      Type.Enum([...agentAccessCodes]),
      '`mcp_gate` without any plan, `mcp_unavailable` with one that has no agent access, `mcp_revoked` if it was switched off ' +
        "for the plan, `mcp_account_off` if it was for the account, `account_locked` while an operator's lock is on it.",
    ),
    message: orNull(Type.String(), 'The reason, in a sentence for people.'),
    plan_id: orNull(Type.String(), 'The plan that decided, or the most expensive one.'),
  }),
  errors: ['not_found'],

  async run(ctx) {
    const { allowed, code, message, plan } = await ctx.ports.use(AskAgentAccess)({
      account: ctx.account,
      hasPriority: false,
    });
    return { account_id: ctx.account.account_id, allowed, code, message, plan_id: plan };
  },
});
