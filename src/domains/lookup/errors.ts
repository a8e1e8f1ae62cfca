import type { ErrorDefinitions } from '#core/failure.ts';

export const lookupErrors = {
  invalid_profile_url: {
    status: 400,
    title: 'The link is not a profile of a person',
    retryable: false,
    when: 'The link is not a profile of a person on a network that is supported; `reason` says what it is instead.',
    remedy:
      'Send the address of the profile page itself; `suggestion` has it where it can be told from the link.',
  },
  insufficient_credits: {
    status: 402,
    title: 'No credits are left',
    retryable: false,
    when: 'The account has fewer credits than a lookup costs, or other lookups took the last ones first. Nothing was charged, and nothing is told of the person.',
    remedy: 'Buy credits, or wait for the next period of the plan.',
  },
} satisfies ErrorDefinitions;
