import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { connectionsMax, listedMax } from '../rules.ts';
import { Connection, connectionsOnWire } from '../shapes.ts';
import { connectionsOfAccount } from '../sql.ts';

export const listConnections = operation({
  id: 'connections.list-connections',
  summary: "List an account's connected agents",
  description: `Agents that signed in, without those that have a key. All live ones first, at most ${connectionsMax}, then those that ended in the last 30 days; newest first.`,
  kind: 'query',
  doors: [dashboard('GET', '/internal/connections/{account_id}')],
  account: 'required',
  output: Type.Object({ items: Type.Array(Connection, { maxItems: listedMax }) }),

  async run(ctx) {
    const now = ctx.now();
    const rows = await connectionsOfAccount(ctx.db, ctx.account.id, now);
    return { items: await connectionsOnWire(ctx.db, ctx.account.id, rows, now) };
  },
});
