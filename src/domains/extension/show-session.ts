import Type from 'typebox';
import { extension } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
import { SessionMembers, sessionOnWire } from './shapes.ts';
import { sessionById } from './sql.ts';

export const showSession = operation({
  id: 'extension.show-session',
  summary: "Get a browser extension's session and its account's credits",
  kind: 'query',
  doors: [extension('GET', '/api/v1/extension/session')],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({
    ...SessionMembers,
    credits: Type.Object({
      balance: Type.Integer({ description: 'Credits available to spend now.' }),
      held: Type.Integer({ description: 'Credits set aside for work in progress.' }),
      next_expiry: Type.Union([Type.Object({ at: instant('When.'), credits: Type.Integer() }), Type.Null()], {
        description: 'When the next credits expire, and how many. Null if none expire.',
      }),
    }),
  }),
  errors: [],

  async run(ctx) {
    if (ctx.caller.kind !== 'extension') throw new Error('only a session comes through this door');
    const session = (await sessionById(ctx.db, ctx.account.id, ctx.caller.sessionId))!;
    const { available, held, nextExpiry } = await ctx.ports.balance(ctx.account.id);
    return {
      ...sessionOnWire(session),
      credits: {
        balance: available,
        held,
        next_expiry: nextExpiry && { at: nextExpiry.at.toISOString(), credits: nextExpiry.credits },
      },
    };
  },
});
