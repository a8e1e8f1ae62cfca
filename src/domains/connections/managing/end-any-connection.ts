import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { accountById } from '#domains/accounts/index.ts';
import { endConnections } from '../end-connections.ts';
import { Connection, ConnectionId } from '../shapes.ts';
import { connectionById } from '../sql.ts';
import { shownConnection } from './own-connection.ts';

export const endAnyConnection = operation({
  id: 'connections.end-any-connection',
  summary: 'End the connection of an agent for good',
  description:
    'Every process refuses its tokens within a second. The account can connect the agent again: lock the account if it should not. ' +
    'Ending a connection that has ended changes nothing.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/connections/{connection_id}/revocation')],
  roles: ['support'],
  input: Type.Object({
    connection_id: ConnectionId,
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: { reason: 'A token leaked' },
  output: Connection,
  errors: ['not_found', 'idempotency_conflict'],

  async run(ctx, { connection_id: id, reason }) {
    const row = await connectionById(ctx.db, id);
    if (!row) return ctx.fail('not_found', { detail: 'No connection with this id exists.' });
    const { account } = row;
    const { status: before } = await shownConnection(ctx, id);
    await endConnections(ctx, { account, ids: [id], because: 'revoked', at: ctx.now() });
    const connection = await shownConnection(ctx, id);
    ctx.audit('agent.ended', {
      ...{ account_id: (await accountById(ctx.db, account))!.account_id, connection_id: id, reason },
      ...{ before: { status: before }, after: { status: connection.status } },
    });
    return connection;
  },
});
