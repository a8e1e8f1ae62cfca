import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { refuseLocked } from '#domains/identity/index.ts';
import { accountWithEmail } from './account-with-email.ts';
import { emailFaults, profileFaults, readProfile } from './business-profile/judge-profile.ts';
import { saveProfile } from './business-profile/save-profile.ts';
import { onboardingOf } from './onboarding-of.ts';
import { Onboarding, profileMembers } from './shapes.ts';
import { insertMailboxProof } from './sql.ts';

const OnboardingStartRequest = Type.Object({
  email: requiredText(
    320,
    "The address of the dashboard's session, which the sign-in provider has proved. An account without an email gets it.",
  ),
  ...profileMembers,
});

export const startOnboarding = operation({
  id: 'onboarding.start-onboarding',
  summary: 'Save the business profile and mark the session mailbox as proved',
  description:
    "Only for the session's own address, which must be an email of the account: its first or another that it has claimed. No code is mailed, because the sign-in " +
    'provider has already proved the mailbox. Repeats are harmless.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/identity/onboarding/start')],
  account: 'required',
  idempotency: 'none',
  input: OnboardingStartRequest,
  example: {
    account_id: 'acme-42',
    email: 'asha@asha.example.com',
    first_name: 'Asha',
    last_name: 'Example',
    address_line1: '12 Example Street',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560001',
    gstin: '29ABCDE1234F1ZW',
  },
  check: (given) => [...emailFaults(given), ...profileFaults(given)],
  output: Onboarding,
  errors: ['account_locked', 'email_mismatch', 'handle_taken'],

  async run(ctx, { email: sent, ...given }) {
    const email = readEmail(['email'], sent);
    await refuseLocked(ctx, { email });
    const account = await accountWithEmail(ctx, email);

    await saveProfile(ctx, readProfile(given));
    await insertMailboxProof(ctx.db, { account: account.id, email, proved_at: ctx.now() });
    return { account_id: account.account_id, ...(await onboardingOf(ctx, account.id)) };
  },
});
