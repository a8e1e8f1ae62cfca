import type { ErrorDefinitions } from '#core/failure.ts';

export const identityErrors = {
  signup_not_admissible: {
    status: 409,
    title: 'This sign-up cannot be let in',
    retryable: false,
    when: 'It was not refused, or a lock or a handle of another account speaks against it.',
    remedy: 'Read `detail`. Lift the lock, or release the handle of the other account.',
  },
} satisfies ErrorDefinitions;
