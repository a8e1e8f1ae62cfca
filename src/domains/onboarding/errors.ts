import type { ErrorDefinitions } from '#core/failure.ts';

export const onboardingErrors = {
  email_mismatch: {
    status: 409,
    title: 'The account has a different e-mail',
    retryable: false,
    when: 'The e-mail in the request is not the e-mail of the account.',
    remedy: "Send the address of the account's own session. The e-mail of an account never changes.",
  },
  onboarding_not_started: {
    status: 409,
    title: 'Onboarding has not started',
    retryable: false,
    when: 'The account has no business profile that could be changed.',
    remedy: 'Save the first one with `POST /internal/identity/onboarding/start`.',
  },
} satisfies ErrorDefinitions;
