import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { orNull } from '#core/shapes.ts';
import { CreditOffers, creditOfferMembers } from '#domains/billing/index.ts';

export const lookupErrors = {
  invalid_profile_url: {
    status: 400,
    title: "The link is not a person's profile",
    members: {
      reason: Type.String({ description: 'The kind of link it is instead.', examples: ['not_a_profile'] }),
      suggestion: orNull(
        Type.String({ examples: ['https://github.com/asha-example'] }),
        'The profile, if the link names one.',
      ),
    },
    retryable: false,
    when: "The link does not lead to a person's profile on a supported network. `reason` says what is wrong with it.",
    remedy: 'Send the link of the profile page itself. If the link points to one, `suggestion` has it.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    retryable: false,
    when: 'The account has fewer credits than a lookup costs, or concurrent lookups spent the last ones. Nothing was charged. The response does not reveal whether the person is known.',
    members: {
      balance: Type.Integer({ description: 'Credits of the account.', examples: [0] }),
      required: Type.Integer({ description: 'Credits that the lookup costs.', examples: [1] }),
      ...creditOfferMembers,
    },
    supply: (ports) => ports.use(CreditOffers)(),
    remedy:
      "Buy credits, or wait for the plan's next period. `offers` lists what is sold: give a person the `checkout_url` of one.",
  },
  free_answers_used_up: {
    status: 429,
    title: 'No free answers are left today',
    retryable: true,
    when: 'Lookups that find nothing are free, up to a daily limit per account (UTC). This account has reached it, so every lookup is refused until the next day. The response does not reveal whether the person is known. Nothing was charged.',
    members: {
      limit: Type.Integer({ description: 'Free answers per day.', examples: [1_000] }),
      resets_at: Type.String({ format: 'date-time', description: 'When the limit resets.' }),
      retry_after: Type.Integer({ description: 'Seconds until then.', examples: [3_600] }),
    },
    remedy: 'Wait until `resets_at`, or buy a plan, which raises the limit. An operator can also raise it.',
  },
} satisfies ErrorDefinitions;
