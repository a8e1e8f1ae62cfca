import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { announceAccount } from '../money/announce-account.ts';
import { stopSubscription } from './stops.ts';
import { chargedSubscriptionsOf, type Subscription } from './subscriptions.ts';

export const cancelSubscription = operation({
  id: 'billing.cancel-subscription',
  summary: "Cancel an account's subscription",
  description:
    'Stops the next charge. The plan and its credits last until the paid period ends; packs keep their own expiry. A charge that ' +
    'the provider makes all the same is sent back. Repeats are harmless.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/billing/cancellation/{account_id}')],
  account: 'required',
  idempotency: 'none',
  input: Type.Object({}),
  output: Type.Object({
    account_id: Type.String(),
    plan_id: Type.String(),
    ends_at: instant('When the plan ends.'),
  }),
  errors: ['not_found', 'no_subscription'],

  async run(ctx) {
    await lockAccount(ctx.db, ctx.account.id);
    const subscriptions = await chargedSubscriptionsOf(ctx.db, ctx.account.id);
    const running = subscriptions.filter(({ isOver }) => !isOver);
    for (const subscription of running) await cancel(ctx, subscription);
    await announceAccount(ctx.db, ctx.account.id);

    const [last] = running
      .filter(({ stopReason }) => stopReason === null || stopReason === 'cancelled')
      .toSorted((one, other) => other.amountPaise - one.amountPaise);
    if (!last) return ctx.fail('no_subscription');
    const endsAt = last.stopsAt ?? endOf(last, ctx.now());
    return { account_id: ctx.account.accountId, plan_id: last.plan, ends_at: endsAt.toISOString() };
  },
});

const endOf = ({ paidUntil }: Subscription, now: Date): Date => paidUntil ?? now;

async function cancel(ctx: Context<'no_subscription'>, subscription: Subscription): Promise<void> {
  if (subscription.stopsAt !== null) return;
  const { provider, reference } = subscription;
  await stopSubscription(ctx, {
    provider,
    reference,
    reason: 'cancelled',
    at: endOf(subscription, ctx.now()),
  });
}
