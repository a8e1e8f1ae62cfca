import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull, requiredReason, requiredText, text } from '#core/shapes.ts';
import { accountNames, lockAccountNamed, readEmail } from '#domains/accounts/index.ts';
import { moveToEmail } from '#domains/identity/index.ts';
import { mailAccount } from '#domains/mails/index.ts';
import { maskedEmail } from '#values/masked.ts';
import { formerEmailMail, newEmailMail } from './email-changed-mails.ts';
import { endSessionsEverywhere } from './end-account-sessions.ts';

export const changeEmail = operation({
  id: 'customers.change-email',
  summary: "Change an account's primary email",
  description:
    'Receipts go to it, and the account is found by it. With one of its `other_emails`, sign-ins and sessions stay. With a new email, the ' +
    'sessions on the pages and in extensions end, and the customer signs in with the new email from then on and no longer with the ' +
    'former one. Keys still work. The former email stays claimed, so that no other account signs up with it. Both addresses get a mail.',
  kind: 'command',
  doors: [admin('PATCH', '/api/v1/admin/growth/accounts/email')],
  roles: ['support'],
  input: Type.Object({
    ...accountNames,
    new_email: requiredText(320, 'The new email. No other account may have it.', 'asha@works.example.com'),
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
    const account = await lockAccountNamed(ctx, named);
    const { id, account_id, email: former } = account;
    const isOther = former !== email;
    const { isNew } = isOther ? await moveToEmail(ctx, account, email) : { isNew: false };
    if (isNew) await endSessionsEverywhere(ctx, id);
    if (isOther) {
      const change = { email, isNew, publicUrl: ctx.ports.publicUrl() };
      const mail = { account: id, type: 'security' } as const;
      if (former !== null) await mailAccount(ctx, { ...mail, to: former, draft: formerEmailMail(change) });
      await mailAccount(ctx, { ...mail, to: email, draft: newEmailMail(change) });
    }
    ctx.audit('account.email_changed', {
      account_id,
      before: { first_email: former && maskedEmail(former), is_new: false },
      after: { first_email: maskedEmail(email), is_new: isNew },
      reason,
    });
    return { account_id, email, previous_email: former };
  },
});
