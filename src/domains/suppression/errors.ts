import type { ErrorDefinitions } from '#core/failure.ts';

export const suppressionErrors = {
  opt_out_not_proven: {
    status: 403,
    title: 'The request is not proven',
    retryable: false,
    when: 'The token is wrong or its 24 hours are over, or the nonce does not stand in the profile. It costs nothing.',
    remedy: 'Check the token or the profile and repeat it, or begin anew with `POST /api/v1/opt-out`.',
  },
  opt_out_ended: {
    status: 409,
    title: 'The request has ended',
    retryable: false,
    when: 'The request to be left out was proven, decided or ran out before.',
    remedy: 'There is nothing to decide; put the person on the suppression list by themselves if need be.',
  },
  profile_unreachable: {
    status: 503,
    title: 'The profile can not be looked at now',
    retryable: true,
    when: "The site of the profile doesn't answer, or asks for a rest. The request waits for an operator as well now.",
    remedy: 'Repeat the request a few minutes later, or wait for the operator.',
  },
} satisfies ErrorDefinitions;
