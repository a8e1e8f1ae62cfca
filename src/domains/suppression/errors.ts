import type { ErrorDefinitions } from '#core/failure.ts';

export const suppressionErrors = {
  opt_out_not_proven: {
    status: 403,
    title: 'The request could not be verified',
    when: 'The token is wrong or older than 24 hours, or the nonce is not in the profile. A failed attempt costs nothing.',
    remedy: 'Check the token or the profile and try again, or start over with `POST /api/v1/opt-out`.',
  },
  opt_out_ended: {
    status: 409,
    title: 'The request has ended',
    when: 'The opt-out request was already confirmed, decided or has expired.',
    remedy: 'Nothing is left to decide. Add the person to the suppression list directly if you need to.',
  },
  profile_unreachable: {
    status: 503,
    title: 'The profile cannot be checked right now',
    retryable: true,
    when: 'The profile’s site did not respond, or asked us to slow down. An operator will also review the request.',
    remedy: 'Try again in a few minutes, or wait for the operator.',
  },
} satisfies ErrorDefinitions;
