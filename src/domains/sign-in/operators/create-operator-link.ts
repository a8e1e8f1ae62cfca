import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { port } from '#core/ports.ts';
import { instant, text } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { maskedEmail } from '#values/masked.ts';
import { linkMs } from '../rules.ts';
import { OperatorEmail } from '../shapes.ts';
import { makerOf, newLink } from './link.ts';
import { insertLink } from './sql.ts';

/** The addresses in OPERATORS. */
export const Operators = port<readonly string[]>('operators');

export const createOperatorLink = operation({
  id: 'sign-in.create-operator-link',
  summary: 'Create a one-time link to the console',
  description:
    'Signs the person at the address in to the console, once, within a day. If `OPERATORS` is set, it must list the address. A link ' +
    'that an operator made in the console, and the session that it opened, end when that operator is locked or leaves `OPERATORS`.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/operators/links')],
  idempotency: 'none',
  secretAnswer: true,
  roles: [],
  input: Type.Object({ email: OperatorEmail }),
  example: { email: 'mira@operators.example.com' },
  output: Type.Object({
    id: text('Identifies the link in lists.', 'lnk_5kQv0rYx2LmT8aZc1BnW3d'),
    email: text('The address that the link is for.'),
    path: text(
      'The link, without the address of the pages before it. Shown once.',
      '/console/sign-in/link?token=cty_console_5wJr0cVt7Yb2nQx9Kd4mLz8pHs3fGa6T1yB0Qe',
    ),
    url: text(
      'The whole link, at PUBLIC_URL. If another process serves the pages, put its address before `path`.',
      'https://people.example.com/console/sign-in/link?token=cty_console_5wJr0cVt7Yb2nQx9Kd4mLz8pHs3fGa6T1yB0Qe',
    ),
    expires_at: instant('When the link stops working.'),
  }),
  errors: ['operator_link_refused'],

  async run(ctx, { email: given }) {
    const email = readEmail(['email'], given);
    const operators = ctx.ports.use(Operators);
    if (operators.length > 0 && !operators.includes(email))
      failField(['email'], 'The address is not in OPERATORS');
    const link_from = await makerOf(ctx);
    const { text, hash } = newLink();
    const [id, created_at] = [newId('lnk'), ctx.now()];
    const expires_at = new Date(created_at.getTime() + linkMs);
    await insertLink(ctx.db, hash, { id, email, created_by: ctx.actor, link_from, created_at, expires_at });
    ctx.audit('operator.link_created', {
      before: null,
      after: { link_id: id, email: maskedEmail(email), expires_at },
    });
    const path = `/console/sign-in/link?token=${text}`;
    return { id, email, path, url: ctx.ports.publicUrl() + path, expires_at };
  },
});
