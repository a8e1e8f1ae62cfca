import type { ErrorDefinitions } from '#core/failure.ts';

export const identityErrors = {
  handle_in_use: {
    status: 409,
    title: 'The handle is in use',
    when: 'The handle is the mailbox of the primary email of the account.',
    remedy:
      'Make another email the primary one: `PATCH /api/v1/admin/growth/accounts/email`. Then release this one.',
  },
  signup_not_admissible: {
    status: 409,
    title: 'This sign-up cannot be let in',
    when: 'It was not refused, or a lock or a handle of another account speaks against it.',
    remedy: 'Read `detail`. Lift the lock, or release the handle of the other account.',
  },
} satisfies ErrorDefinitions;
