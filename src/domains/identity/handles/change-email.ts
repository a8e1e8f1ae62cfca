import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull, requiredReason, requiredText, text } from '#core/shapes.ts';
import {
  accountById,
  accountNamed,
  accountNames,
  lockAccount,
  readEmail,
  updateEmail,
} from '#domains/accounts/index.ts';
import { maskedEmail } from '#values/masked.ts';
import { KnownPrincipals } from '../principals/known-principals.ts';
import { claimHandles, handleOwners, mailboxOf } from './handles.ts';

export const changeEmail = operation({
  id: 'identity.change-email',
  summary: "Change an account's primary email",
  description:
    'An account claims an email with each sign-up that names it, and keeps the first. Choose another one of its `other_emails`, ' +
    'for receipts and for finding it. The former email stays claimed, and what it proved for onboarding still counts.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/growth/accounts/email')],
  roles: ['support'],
  input: Type.Object({
    ...accountNames,
    new_email: requiredText(320, 'An email whose mailbox the account has claimed.', 'asha@works.example.com'),
    reason: requiredReason('For the audit log.'),
  }),
  example: {
    account_id: 'meera-works',
    new_email: 'asha@works.example.com',
    reason: 'The former domain is gone',
  },
  output: Type.Object({
    account_id: text('The account.', 'acme-42'),
    email: text('The new primary email.', 'asha@works.example.com'),
    previous_email: {
      ...orNull(Type.String(), 'The previous primary email. Null if it had none.'),
      examples: ['asha@asha.example.com'],
    },
  }),
  errors: ['not_found', 'handle_taken'],

  async run(ctx, { new_email, reason, ...named }) {
    const email = readEmail(['new_email'], new_email);
    const { id } = await accountNamed(ctx, named);
    await lockAccount(ctx.db, id);
    const account = (await accountById(ctx.db, id))!;
    const former = account.email;
    const [owner] = await handleOwners(ctx.db, [mailboxOf(email)]);
    if (owner !== id && former !== email)
      return ctx.fail('not_found', { detail: 'This account has not claimed this email.' });
    if (former !== email) {
      if (former !== null) await claimHandles(ctx.db, id, [mailboxOf(former)]);
      if (!(await updateEmail(ctx.db, id, email)))
        return ctx.fail('handle_taken', { detail: "This email is another account's primary email." });
      ctx.afterCommit(() => ctx.ports.use(KnownPrincipals).forgetAccount(id));
    }
    ctx.audit('account.email_changed', {
      account_id: account.account_id,
      before: { first_email: former && maskedEmail(former), is_new: false },
      after: { first_email: maskedEmail(email), is_new: former !== email },
      reason,
    });
    return { account_id: account.account_id, email, previous_email: former };
  },
});
