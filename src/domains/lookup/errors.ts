import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { orNull } from '#core/shapes.ts';

export const lookupErrors = {
  invalid_profile_url: {
    status: 400,
    title: 'The link is not a profile of a person',
    members: {
      reason: Type.String({ description: 'What the link is instead.', examples: ['not_a_profile'] }),
      suggestion: orNull(
        Type.String({ examples: ['https://github.com/asha-example'] }),
        'The profile, where the link tells it.',
      ),
    },
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
    members: {
      balance: Type.Integer({ description: 'Credits of the account.', examples: [0] }),
      required: Type.Integer({ description: 'Credits that the lookup costs.', examples: [1] }),
    },
    remedy: 'Buy credits, or wait for the next period of the plan.',
  },
} satisfies ErrorDefinitions;
