import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { providerChoice } from './variables.ts';

export const billingErrors = {
  payment_not_attachable: {
    status: 409,
    title: 'The payment cannot be attached',
    retryable: false,
    when: 'The payment belongs to a purchase, is not captured, is in another currency, or pays for a subscription.',
    remedy: 'Read `detail`. For a payment of a subscription, look for the purchase of the subscription.',
  },
  refund_not_possible: {
    status: 409,
    title: 'This much cannot be sent back',
    retryable: false,
    when: 'Credits of the payment are used, a part of it went back, it is disputed, or it is not captured.',
    remedy: 'Read `detail`, and ask for at most `refundable`.',
    members: {
      refundable: Type.Integer({ description: 'In paise: the most that can be sent back now.' }),
    },
  },
  catalogue_change_waiting: {
    status: 409,
    title: 'A change of prices is waiting',
    retryable: false,
    when: 'A change of the catalogue waits for its time, and there is no other until then.',
    remedy: 'Withdraw it with `POST /api/v1/admin/catalogue/withdraw`, then send your change.',
    members: {
      version: Type.Integer({ description: 'The version that waits.' }),
      effective_at: Type.String({ description: 'When it takes effect. ISO 8601, UTC.', format: 'date-time' }),
    },
  },
  onboarding_required: {
    status: 403,
    title: 'Onboarding is not complete',
    retryable: false,
    when: 'The account has not completed onboarding, so it cannot buy yet.',
    remedy: 'Complete the steps in `missing`, then start the checkout again.',
    members: {
      missing: Type.Array(Type.String(), { description: 'Steps of onboarding that are left.' }),
    },
  },
  registration_refused: {
    status: 403,
    title: 'The registration of the account was refused',
    retryable: false,
    when: 'The last registration of the account was refused, so it cannot buy.',
    remedy:
      'Register the account again with handles that no other account has: `POST /internal/identity/register`.',
  },
  unknown_provider: {
    status: 404,
    title: 'No such payment provider',
    retryable: false,
    when: 'The path names a payment provider that this service does not know.',
    remedy: `Use ${providerChoice}.`,
  },
  topup_requires_plan: {
    status: 409,
    title: 'A pack needs an active monthly plan',
    retryable: false,
    when: 'Top-up packs are sold to accounts with an active monthly plan only.',
    remedy: 'Buy a monthly plan first. Then buy the pack while signed in.',
  },
  downgrade_not_self_serve: {
    status: 409,
    title: 'You cannot downgrade by checkout',
    retryable: false,
    when: 'The account has an active plan that costs more than this one.',
    remedy: 'Cancel the current plan and buy the smaller one when its paid period ends, or contact support.',
    members: {
      active_plan: Type.String({ description: 'The id of the plan that the account has.' }),
      ends_at: Type.String({ description: 'When its paid period ends. ISO 8601, UTC.', format: 'date-time' }),
    },
  },
  already_subscribed: {
    status: 409,
    title: 'The account already has this plan',
    retryable: false,
    when: 'The account has an active subscription to this plan, which renews automatically.',
    remedy: 'Buy a pack for more credits, or choose a higher plan.',
  },
  already_claimed: {
    status: 409,
    title: 'The purchase belongs to another account',
    retryable: false,
    when: 'Another account has claimed the purchase.',
    remedy: 'Sign in with the account that claimed it, or contact support with the payment reference.',
  },
  no_subscription: {
    status: 409,
    title: 'There is nothing to cancel',
    retryable: false,
    when: 'The account has no subscription that will be charged again.',
    remedy: 'Nothing is left to do. No further charge will be made.',
  },
  cancellation_final: {
    status: 409,
    title: 'There is no cancellation to undo',
    retryable: false,
    when: 'The account has no subscription, or its paid period ends within three days, when the payment provider is asked to end it.',
    remedy: 'To continue after the plan ends, buy a plan again.',
  },
  payments_unavailable: {
    status: 503,
    title: 'Payments are unavailable',
    retryable: true,
    when: 'The payment provider did not respond or refused the call, or none is configured. Nothing was charged.',
    remedy: 'Repeat the request with the same `Idempotency-Key` after `Retry-After` seconds.',
  },
} satisfies ErrorDefinitions;
