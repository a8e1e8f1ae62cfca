import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { OperatorSession, TokenHash } from '../shapes.ts';
import { lockOnPass } from './link.ts';
import { operatorSessionByHash } from './sql.ts';

export const checkOperatorSession = operation({
  id: 'sign-in.check-operator-session',
  summary: 'Check a session of the console',
  description:
    'Call this for every request of the console. End a session that is `locked`, and one whose `email` or `link_from` is not in OPERATORS.',
  kind: 'query',
  doors: [admin('POST', '/api/v1/admin/operators/sessions/check', { forPagesServer: true })],
  input: Type.Object({ token_hash: TokenHash }),
  example: { token_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  output: Type.Object({
    state: Type.Enum(['live', 'ended', 'locked'], {
      description:
        '`ended`: signed out, revoked, expired, unknown, or opened before such a lock that has ended. `locked`: a lock on the address, or on that of the operator whose link opened it, is in force.',
      examples: ['live'],
    }),
    session: orNull(OperatorSession, 'Null unless the state is `live`.'),
  }),

  async run(ctx, { token_hash: hash }) {
    const session = await operatorSessionByHash(ctx.db, hash, ctx.now());
    if (!session) return { state: 'ended' as const, session: null };
    const lock = await lockOnPass(ctx, session);
    if (lock) return { state: lock, session: null };
    return { state: 'live' as const, session };
  },
});
