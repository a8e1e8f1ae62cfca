import type { Draft } from '#domains/mails/index.ts';
import { maskedEmail } from '#values/masked.ts';

interface EmailChange {
  email: string;
  /** The account had not claimed it. */
  isNew: boolean;
  publicUrl: string;
}

const notYou = 'If you did not ask for this, contact us at once.';

/** To the former address, which may no longer be in the hands of the customer: it shows only the beginning of the new one. */
export function formerEmailMail({ email, isNew }: EmailChange): Draft {
  const shown = maskedEmail(email);
  return {
    template: 'email_changed_former',
    values: { new_email: shown },
    subject: 'The email of your account was changed',
    blocks: [
      `The email of your account is now ${shown}. Receipts go there.`,
      ...(isNew
        ? ['You were signed out, and can no longer sign in with this address. Your keys still work.']
        : []),
      notYou,
    ],
  };
}

export function newEmailMail({ isNew, publicUrl }: EmailChange): Draft {
  const link = `${publicUrl}/app`;
  return {
    template: 'email_changed_new',
    values: { app_url: link },
    subject: 'This is now the email of your account',
    blocks: [
      'Receipts for your account go to this address from now on.',
      ...(isNew ? ['Sign in with it here:', { link, label: 'Sign in' }] : []),
      notYou,
    ],
  };
}
