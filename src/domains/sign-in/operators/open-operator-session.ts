import Type from 'typebox';
import { admin } from '#core/door.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { optionalText } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { operatorMs } from '../rules.ts';
import { OperatorEmail, OperatorSession, TokenHash } from '../shapes.ts';
import { linkHashOf, lockOnPass } from './link.ts';
import { roleOf } from './roles.ts';
import { linkByHash, replaceOperatorSession, takeLink } from './sql.ts';

export const openOperatorSession = operation({
  id: 'sign-in.open-operator-session',
  summary: 'Open a session of the console',
  description:
    'For an operator whom the identity provider has just vouched for, or who has a one-time link. A link is used up.',
  kind: 'process',
  doors: [admin('POST', '/api/v1/admin/operators/sessions', { forPagesServer: true })],
  idempotency: 'none',
  roles: ['finance', 'support', 'reader'],
  input: Type.Object({
    token_hash: TokenHash,
    email: Type.Union([OperatorEmail, Type.Null()], {
      default: null,
      description: 'The person you vouch for. Ignored with a link, which names its own address.',
    }),
    link_token: optionalText(200, 'From a one-time link. Without it, you vouch for the operator.'),
  }),
  example: {
    token_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    email: 'mira@operators.example.com',
  },
  output: OperatorSession,
  errors: ['account_locked', 'operator_link_ended'],

  async run(ctx, { token_hash: hash, email: given, link_token: token }) {
    const created_at = ctx.now();
    const linkHash = linkHashOf(token);
    const link = linkHash && (await linkByHash(ctx.db, linkHash, created_at));
    if (!link && (token !== '' || given === null)) return ctx.fail('operator_link_ended');
    const session = {
      id: newId('ses'),
      email: link ? link.email : readEmail(['email'], given!),
      link_from: link ? link.link_from : null,
      created_at,
      expires_at: new Date(created_at.getTime() + operatorMs),
    };
    const lock = await lockOnPass(ctx, link || session);
    if (lock) return ctx.fail(lock === 'locked' ? 'account_locked' : 'operator_link_ended');
    await ctx.phase(async ({ db, audit }) => {
      if (link && !(await takeLink(db, link.id, created_at))) return ctx.fail('operator_link_ended');
      const link_id = link ? link.id : null;
      await replaceOperatorSession(db, hash, { ...session, link: link_id });
      audit('operator.signed_in', { before: null, after: { session_id: session.id, link_id } });
    });
    return { ...session, role: await roleOf(ctx.db, session.email), by_link: !!link };
  },
});
