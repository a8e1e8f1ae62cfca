import Type from 'typebox';
import type { Context, Phase } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { announceAccount } from '../money/payment-ledger.ts';
import { stopSubscription } from './stop-subscription.ts';
import { chargedSubscriptionsOf, type Subscription } from './subscriptions.ts';

export const Cancelled = Type.Object({
  account_id: Type.String(),
  plan_id: Type.String(),
  ends_at: instant('When the plan ends.'),
});

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
  output: Cancelled,
  errors: ['not_found', 'no_subscription'],

  async run(ctx) {
    const ended = (await cancelAll(ctx, ctx.account.id)) ?? ctx.fail('no_subscription');
    return { account_id: ctx.account.account_id, ...ended };
  },
});

/** Cancels what an account is charged for. Null if it has no subscription. */
export async function cancelAll(
  ctx: Pick<Context, 'db' | 'enqueue' | 'audit' | 'afterCommit' | 'now'>,
  account: number,
): Promise<{ plan_id: string; ends_at: Date } | null> {
  await lockAccount(ctx.db, account);
  const subscriptions = await chargedSubscriptionsOf(ctx.db, account);
  const running = subscriptions.filter(({ is_over }) => !is_over);
  for (const subscription of running) await cancel(ctx, subscription);
  await announceAccount(ctx.db, account);
  const [last] = running
    .filter(({ stop_reason }) => stop_reason === null || stop_reason === 'cancelled')
    .toSorted((one, other) => other.amount_paise - one.amount_paise);
  return last ? { plan_id: last.plan, ends_at: last.stops_at ?? endOf(last, ctx.now()) } : null;
}

const endOf = ({ paid_until }: Subscription, now: Date): Date => paid_until ?? now;

/** Cancels one. Its paid period stays. */
export async function cancel(ctx: Phase & Pick<Context, 'now'>, subscription: Subscription): Promise<void> {
  const { provider, reference, stops_at } = subscription;
  if (stops_at !== null) return;
  const at = endOf(subscription, ctx.now());
  await stopSubscription(ctx, { provider, reference, reason: 'cancelled', at });
}
