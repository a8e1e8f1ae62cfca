import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { announceAccount } from '../money/payment-ledger.ts';
import { stopSubscription } from './stop-subscription.ts';
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
    const running = subscriptions.filter(({ is_over }) => !is_over);
    for (const subscription of running) await cancel(ctx, subscription);
    await announceAccount(ctx.db, ctx.account.id);

    const [last] = running
      .filter(({ stop_reason }) => stop_reason === null || stop_reason === 'cancelled')
      .toSorted((one, other) => other.amount_paise - one.amount_paise);
    if (!last) return ctx.fail('no_subscription');
    const ends_at = last.stops_at ?? endOf(last, ctx.now());
    return { account_id: ctx.account.account_id, plan_id: last.plan, ends_at };
  },
});

const endOf = ({ paid_until }: Subscription, now: Date): Date => paid_until ?? now;

async function cancel(ctx: Context<'no_subscription'>, subscription: Subscription): Promise<void> {
  const { provider, reference, stops_at } = subscription;
  if (stops_at !== null) return;
  const at = endOf(subscription, ctx.now());
  await stopSubscription(ctx, { provider, reference, reason: 'cancelled', at });
}
