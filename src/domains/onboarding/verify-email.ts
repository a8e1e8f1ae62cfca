import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { refuseLocked } from '#domains/identity/index.ts';
import { accountWithEmail } from './account-with-email.ts';
import { onboardingOf } from './onboarding-of.ts';
import { Onboarding } from './shapes.ts';
import { insertMailboxProof } from './sql.ts';

const OnboardingVerifyRequest = Type.Object({
  email: requiredText(320, 'The address that the sign-in provider has proved.'),
});

export const verifyEmail = operation({
  id: 'onboarding.verify-email',
  summary: "Mark the account's mailbox as proved",
  description:
    'Call this when the sign-in provider has proved the mailbox. It must be an email of the account, its first or another that it has claimed; an account without one gets it. Repeats are harmless.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/identity/onboarding/verify-email')],
  account: 'required',
  idempotency: 'none',
  input: OnboardingVerifyRequest,
  example: { account_id: 'acme-42', email: 'asha@asha.example.com' },
  output: Onboarding,
  errors: ['account_locked', 'email_mismatch', 'handle_taken'],

  async run(ctx, { email: sent }) {
    const email = readEmail(['email'], sent);
    await refuseLocked(ctx, { email });
    const account = await accountWithEmail(ctx, email);

    await insertMailboxProof(ctx.db, { account: account.id, email, proved_at: ctx.now() });
    return { account_id: account.account_id, ...(await onboardingOf(ctx, account.id)) };
  },
});
