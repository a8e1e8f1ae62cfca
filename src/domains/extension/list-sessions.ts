import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { SessionForDashboard, sessionForDashboard } from './shapes.ts';
import { sessionsOfAccount } from './sql.ts';

/** People connect extensions by hand, so an account has few. Older sessions beyond this are omitted. */
const sessionsMax = 200;

export const listSessions = operation({
  id: 'extension.list-sessions',
  summary: "List the sessions of an account's browser extensions, newest first",
  kind: 'query',
  doors: [dashboard('GET', '/internal/extension/sessions/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(SessionForDashboard, { maxItems: sessionsMax }) }),
  errors: [],

  async run(ctx) {
    const now = ctx.now();
    const sessions = await sessionsOfAccount(ctx.db, ctx.account.id, sessionsMax);
    return { items: sessions.map((session) => sessionForDashboard(session, now)) };
  },
});
