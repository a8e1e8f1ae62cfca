import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { isLocked } from '#domains/identity/index.ts';
import { operatorSessionOnWire } from '../on-wire.ts';
import { OperatorSession, TokenHash } from '../shapes.ts';
import { operatorSessionByHash } from './sql.ts';

export const checkOperatorSession = operation({
  id: 'sign-in.check-operator-session',
  summary: 'Check a session of the console',
  description: 'Call this for every request of the console.',
  kind: 'query',
  doors: [admin('POST', '/api/v1/admin/operators/sessions/check', { forPagesServer: true })],
  input: Type.Object({ token_hash: TokenHash }),
  output: Type.Object({
    session: orNull(OperatorSession, 'Null if it has ended, or if a lock on the address is in force.'),
  }),
  errors: [],

  async run(ctx, { token_hash: hash }) {
    const session = await operatorSessionByHash(ctx.db, hash, ctx.now());
    const isRefused = session && (await isLocked(ctx.ports, ctx.now, { email: session.email, ip: '' }));
    return { session: session && !isRefused ? operatorSessionOnWire(session) : null };
  },
});
