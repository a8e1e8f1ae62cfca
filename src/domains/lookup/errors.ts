import type { ErrorDefinitions } from '#core/failure.ts';

export const lookupErrors = {
  invalid_profile_url: {
    status: 400,
    title: "The link is not a person's profile",
    retryable: false,
    when: "The link does not lead to a person's profile on a supported network. `reason` says what is wrong with it.",
    remedy: 'Send the link of the profile page itself. If the link points to one, `suggestion` has it.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    retryable: false,
    when: 'The account has fewer credits than a lookup costs, or concurrent lookups spent the last ones. Nothing was charged. The response does not reveal whether the person is known.',
    remedy: "Buy credits, or wait for the plan's next period.",
  },
} satisfies ErrorDefinitions;
