import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { isLocked } from '#domains/identity/index.ts';
import { operatorSessionOnWire } from '../on-wire.ts';
import { operatorMs } from '../rules.ts';
import { OperatorSession, TokenHash } from '../shapes.ts';
import { linkHashOf } from './link.ts';
import { insertOperatorSession, takeLink } from './sql.ts';

export const openOperatorSession = operation({
  id: 'sign-in.open-operator-session',
  summary: 'Open a session of the console',
  description:
    'For an operator whom the identity provider has just vouched for, or who has a one-time link. A link is used up.',
  kind: 'process',
  doors: [admin('POST', '/api/v1/admin/operators/sessions', { forPagesServer: true })],
  idempotency: 'none',
  input: Type.Object({
    token_hash: TokenHash,
    email: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[!-~]+$',
      description: 'The operator’s address. The actor in the audit trail.',
      examples: ['mira@operators.example.com'],
    }),
    link_token: Type.String({
      maxLength: 200,
      default: '',
      description: 'From a one-time link. Without it, you vouch for the operator.',
    }),
  }),
  output: OperatorSession,
  errors: ['account_locked', 'operator_link_ended'],

  async run(ctx, { token_hash: hash, email: given, link_token: token }) {
    const email = readEmail(['email'], given);
    if (await isLocked(ctx.ports, ctx.now, { email, ip: '' })) return ctx.fail('account_locked');
    const createdAt = ctx.now();
    const link = linkHashOf(token);
    const expiresAt = new Date(createdAt.getTime() + operatorMs);
    const session = { email, byLink: token !== '', createdAt, expiresAt };
    await ctx.phase(async ({ db, audit }) => {
      if (session.byLink && !(link && (await takeLink(db, link, createdAt))))
        return ctx.fail('operator_link_ended');
      await insertOperatorSession(db, hash, session);
      audit('operator.signed_in', { before: null, after: { by_link: session.byLink } });
    });
    return operatorSessionOnWire(session);
  },
});
