import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
import { newSecretText } from '#values/secret-text.ts';
import { linkMs } from '../rules.ts';
import { linkPrefix } from './link.ts';
import { insertLink } from './sql.ts';

export const createOperatorLink = operation({
  id: 'sign-in.create-operator-link',
  summary: 'Create a one-time link to the console',
  description:
    'Who opens the link names an address, which stands in the audit trail as the actor. The link works once, within a day.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/operators/links')],
  idempotency: 'none',
  secretAnswer: true,
  input: Type.Object({}),
  output: Type.Object({
    path: Type.String({
      description: 'The link, without the address of the pages before it. Shown once.',
      examples: ['/console/sign-in/link?token=cty_console_5wJr0cVt7Yb2nQx9Kd4mLz8pHs3fGa6T1yB0Qe'],
    }),
    expires_at: instant('When the link stops working.'),
  }),
  errors: [],

  async run(ctx) {
    const { text, hash } = newSecretText(linkPrefix);
    const createdAt = ctx.now();
    const expiresAt = new Date(createdAt.getTime() + linkMs);
    await insertLink(ctx.db, hash, { createdBy: ctx.actor, createdAt, expiresAt });
    ctx.audit('operator.link_created', { before: null, after: { expires_at: expiresAt.toISOString() } });
    return { path: `/console/sign-in/link?token=${text}`, expires_at: expiresAt.toISOString() };
  },
});
