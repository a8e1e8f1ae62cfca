import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantOrNull } from '#core/shapes.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { announceAccount } from '../money/payment-ledger.ts';
import { keptBackDays } from '../rules.ts';
import {
  chargedSubscriptionsOf,
  isRenewing,
  nextChargeOf,
  takeBackStop,
  undoableUntil,
} from './subscriptions.ts';

export const undoCancellation = operation({
  id: 'billing.undo-cancellation',
  summary: "Undo the cancellation of an account's subscription",
  description:
    `The subscription renews again, at its price. Possible until ${keptBackDays} days before the paid period ends: then the payment ` +
    'provider is asked to end it, which is final. Repeats are harmless.',
  kind: 'command',
  doors: [dashboard('DELETE', '/internal/billing/cancellation/{account_id}')],
  account: 'required',
  idempotency: 'none',
  input: Type.Object({}),
  output: Type.Object({
    account_id: Type.String(),
    plan_id: Type.String(),
    renews_at: instantOrNull('When the next charge is due. Null if the provider has not said it yet.'),
  }),
  errors: ['not_found', 'cancellation_final'],

  async run(ctx) {
    const { account, db } = ctx;
    await lockAccount(db, account.id);
    for (const subscription of await chargedSubscriptionsOf(db, account.id))
      if (undoableUntil(subscription, ctx.now())) await takeBackStop(db, subscription);
    const [kept] = (await chargedSubscriptionsOf(db, account.id))
      .filter(isRenewing)
      .toSorted((one, other) => other.amount_paise - one.amount_paise);
    if (!kept) return ctx.fail('cancellation_final');
    await announceAccount(db, account.id);
    return { account_id: account.account_id, plan_id: kept.plan, renews_at: nextChargeOf(kept) };
  },
});
