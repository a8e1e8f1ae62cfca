import Type from 'typebox';
import { extension } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { BalanceNow, ShortBalance } from '#domains/credits/index.ts';
import { SessionMembers, sessionOnWire } from '../shapes.ts';
import { sessionById } from '../sql.ts';

export const showSession = operation({
  id: 'extension.show-session',
  summary: "Get a browser extension's session and its account's credits",
  kind: 'query',
  doors: [extension('GET', '/api/v1/extension/session')],
  account: 'required',
  output: Type.Object({ ...SessionMembers, credits: ShortBalance }),

  async run(ctx) {
    if (ctx.caller.kind !== 'extension') throw new Error('only a session comes through this door');
    const session = (await sessionById(ctx.db, ctx.account.id, ctx.caller.sessionId))!;
    return { ...sessionOnWire(session), credits: await ctx.ports.use(BalanceNow)(ctx.account.id) };
  },
});
