import type { Context } from '#core/context.ts';
import { type Connection, connectionsOnWire } from '../shapes.ts';
import { type ConnectionRow, connectionById } from '../sql.ts';

/** The account's connection with this id. */
export async function ownConnectionOrFail(ctx: Context<'not_found'>, id: string): Promise<ConnectionRow> {
  const connection = await connectionById(ctx.db, id);
  return connection?.account === ctx.account.id
    ? connection
    : ctx.fail('not_found', { detail: 'This account has no connection with this id.' });
}

/** The connection as it is now. */
export async function shownConnection(ctx: Pick<Context, 'db' | 'now'>, id: string): Promise<Connection> {
  const row = (await connectionById(ctx.db, id))!;
  return (await connectionsOnWire(ctx.db, row.account, [row], ctx.now()))[0]!;
}
