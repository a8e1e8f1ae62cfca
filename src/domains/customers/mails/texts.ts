import type { Mail } from '#platform/mail/mailer.ts';
import { maskedEmail } from '#values/masked.ts';

interface EmailChange {
  email: string;
  /** The account had not claimed it. */
  isNew: boolean;
  publicUrl: string;
}

/** To the former address, which may no longer be in the hands of the customer: it shows only the beginning of the new one. */
export function formerEmailMail(former: string, { email, isNew }: EmailChange): Omit<Mail, 'id'> {
  const shown = maskedEmail(email);
  return {
    to: former,
    template: 'email_changed_former',
    values: { new_email: shown },
    subject: 'The email of your account was changed',
    text: [
      `The email of your account is now ${shown}. Receipts go there.`,
      ...(isNew
        ? ['', 'You were signed out, and can no longer sign in with this address. Your keys still work.']
        : []),
      '',
      'If you did not ask for this, contact us at once.',
    ].join('\n'),
  };
}

export function newEmailMail({ email, isNew, publicUrl }: EmailChange): Omit<Mail, 'id'> {
  const url = `${publicUrl}/app`;
  return {
    to: email,
    template: 'email_changed_new',
    values: { app_url: url },
    subject: 'This is now the email of your account',
    text: [
      'Receipts for your account go to this address from now on.',
      ...(isNew ? ['', 'Sign in with it here:', '', url] : []),
      '',
      'If you did not ask for this, contact us at once.',
    ].join('\n'),
  };
}
