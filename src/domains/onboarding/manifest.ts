import { domain } from '#core/domain.ts';
import { onboardingData } from './account-rows.ts';
import { changeBusinessProfile } from './business-profile/change-business-profile.ts';
import { onboardingErrors } from './errors.ts';
import { onboardingJourney } from './journey.ts';
import { showOnboarding } from './show-onboarding.ts';
import { startOnboarding } from './start-onboarding.ts';
import { verifyEmail } from './verify-email.ts';

export const onboarding = domain({
  id: 'onboarding',
  title: 'Onboarding',
  description:
    'What an account completes before it can buy: a proved mailbox and number, and what invoices say of it.',
  operations: [startOnboarding, verifyEmail, showOnboarding, changeBusinessProfile],
  errors: onboardingErrors,
  accountData: onboardingData,
  journey: [onboardingJourney],
});
