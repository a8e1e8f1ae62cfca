import type { ErrorDefinitions } from '#core/failure.ts';

export const onboardingErrors = {
  email_mismatch: {
    status: 409,
    title: 'The account has a different email',
    when: 'The account has an email, and has not claimed the one in the request.',
    remedy:
      "Send the address of the account's own session: its first email, or another one that it has claimed.",
  },
  onboarding_not_started: {
    status: 409,
    title: 'Onboarding has not started',
    when: 'The account has no business profile that could be changed.',
    remedy: 'Save the first one with `POST /internal/identity/onboarding/start`.',
  },
} satisfies ErrorDefinitions;
