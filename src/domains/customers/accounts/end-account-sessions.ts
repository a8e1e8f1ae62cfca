import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { endConnectionsOf } from '#domains/connections/index.ts';
import { endSessions, liveSessionsOf } from '#domains/extension/index.ts';
import { endSessionsOfAccount, sessionsOfAccount } from '#domains/sign-in/index.ts';
import { AccountId } from './show-account.ts';

export const endAccountSessions = operation({
  id: 'customers.end-account-sessions',
  summary: 'End every session of an account: on the pages, in extensions and of agents',
  description:
    'For a lost computer, or an account that someone else uses. Its people sign in again. Keys still work: revoke them too ' +
    'if they may be known. Sessions of your own dashboard are ended by a lock.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/accounts/{account_id}/sessions/end')],
  roles: ['support'],
  input: Type.Object({ account_id: AccountId, reason: requiredReason('The reason, for the audit log.') }),
  example: { reason: 'A stolen laptop' },
  output: Type.Object({
    pages: Type.Integer({ description: 'How many sessions on the pages have ended.' }),
    extension: Type.Integer({ description: 'How many sessions of extensions have ended.' }),
    agents: Type.Integer({ description: 'How many connections of agents have ended.' }),
  }),
  errors: ['not_found'],

  async run(ctx, { account_id, reason }) {
    const account = await accountByAccountId(ctx.db, account_id);
    if (!account) return ctx.fail('not_found', { detail: `No account '${account_id}' exists.` });
    const before = await endSessionsEverywhere(ctx, account.id);
    const after = { pages: 0, extension: 0, agents: 0 };
    ctx.audit('account.sessions_ended', { account_id, before, after, reason });
    return before;
  },
});

/** Returns how many there were. */
export async function endSessionsEverywhere(
  ctx: Pick<Context, 'db' | 'ports' | 'afterCommit' | 'now'>,
  account: number,
) {
  const { db } = ctx;
  const at = ctx.now();
  const before = {
    pages: await sessionsOfAccount(db, account, at),
    extension: await liveSessionsOf(db, account, at),
    agents: await endConnectionsOf(ctx, account, at),
  };
  if (before.pages > 0) await endSessionsOfAccount(db, account);
  if (before.extension > 0) await endSessions(db, { account, because: 'revoked', at });
  return before;
}
