import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';

export const growthErrors = {
  campaign_archived: {
    status: 409,
    title: 'The campaign is archived',
    when: 'An archived campaign never changes and is never shown again.',
    remedy: 'Create a new campaign. It can have the same slug.',
  },
  slug_taken: {
    status: 409,
    title: 'Another campaign has this slug',
    when: 'You renamed a campaign to the slug of another one that is not archived.',
    remedy: 'Choose another slug, or archive the other campaign.',
  },
  promo_unknown: {
    status: 404,
    title: 'The code is not valid',
    when: 'No promo has this code, or it is switched off.',
    remedy: 'Check the spelling. Upper and lower case make no difference.',
  },
  promo_not_started: {
    status: 409,
    title: 'The code is not valid yet',
    when: 'The promo starts later.',
    remedy: 'Redeem the code from `starts_at` on.',
    members: { starts_at: Type.String({ format: 'date-time', description: 'When the promo starts.' }) },
  },
  promo_ended: {
    status: 409,
    title: 'The code has ended',
    when: 'The promo has passed its end.',
    remedy: 'Nothing is left to do. The code gives no more credits.',
  },
  promo_used_up: {
    status: 409,
    title: 'The code is used up',
    when: 'The promo was redeemed as often as it can be.',
    remedy: 'Nothing is left to do. The code gives no more credits.',
  },
  promo_already_redeemed: {
    status: 409,
    title: 'The account has redeemed this code',
    when: 'The account redeemed the code before, and the promo gives credits once to each account.',
    remedy: 'The credits are in the balance and in the history of the account.',
  },
} satisfies ErrorDefinitions;
