import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { listedMax, sessionsMax } from '../rules.ts';
import { SessionForDashboard, sessionForDashboard } from '../shapes.ts';
import { sessionsOfAccount } from '../sql.ts';

export const listSessions = operation({
  id: 'extension.list-sessions',
  summary: "List the sessions of an account's browser extensions",
  description: `All live ones first, at most ${sessionsMax}, then those that ended in the last 30 days; newest first.`,
  kind: 'query',
  doors: [dashboard('GET', '/internal/extension/sessions/{account_id}')],
  account: 'required',
  output: Type.Object({ items: Type.Array(SessionForDashboard, { maxItems: listedMax }) }),

  async run(ctx) {
    const now = ctx.now();
    const sessions = await sessionsOfAccount(ctx.db, ctx.account.id, now);
    return { items: sessions.map((session) => sessionForDashboard(session, now)) };
  },
});
