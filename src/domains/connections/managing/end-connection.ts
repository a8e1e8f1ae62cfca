import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { endConnections } from '../end-connections.ts';
import { Connection, ConnectionId } from '../shapes.ts';
import { ownConnectionOrFail, shownConnection } from './own-connection.ts';

export const endConnection = operation({
  id: 'connections.end-connection',
  summary: 'End the connection of an agent',
  description:
    'Every process refuses its tokens within a second. Ending a connection that has ended changes nothing. Jobs that it began stop.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/connections/{account_id}/{connection_id}/revocation')],
  account: 'required',
  input: Type.Object({ connection_id: ConnectionId }),
  example: { account_id: 'acme-42' },
  output: Connection,
  errors: ['not_found'],
  idempotency: 'none',

  async run(ctx, { connection_id: id }) {
    const { id: account, account_id } = ctx.account;
    await ownConnectionOrFail(ctx, id);
    const { status: before } = await shownConnection(ctx, id);
    await endConnections(ctx, { account, ids: [id], because: 'revoked', at: ctx.now() });
    const connection = await shownConnection(ctx, id);
    ctx.audit('agent.ended', {
      ...{ account_id, connection_id: id, agent: connection.name },
      ...{ before: { status: before }, after: { status: connection.status } },
    });
    return connection;
  },
});
