import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { accountNames, lockAccountNamed } from '#domains/accounts/index.ts';
import { PlansInForce } from '../catalogue/plans-in-force.ts';
import { type KnownPayment, knownPayment, lockPayment } from '../money/provider-payments.ts';
import { settlePayment } from '../money/settle-payment.ts';
import { notInCatalogue, termsOf } from '../plans.ts';
import { insertPurchase, takeReference } from '../purchases.ts';
import { capturedRank, currency, refundedRank } from '../rules.ts';
import { DeskPurchase, purchaseOnDesk } from './purchases.ts';

export const attachPayment = operation({
  id: 'billing.attach-payment',
  summary: 'Attach a payment that belongs to no purchase to an account',
  description:
    'The account gets the credits of the pack at once, for the amount that was paid, and an invoice. A payment for a period of a ' +
    'subscription can’t be attached: the subscription belongs to a purchase.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/billing/unmatched-payments')],
  roles: ['finance'],
  input: Type.Object({
    provider: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The provider.',
      examples: ['sandbox'],
    }),
    payment_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "The provider's id of the payment.",
      examples: ['pay_Qr7Z1mf02Ab'],
    }),
    ...accountNames,
    plan_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'The pack that the account gets.',
      examples: ['topup_100'],
    }),
    reason: requiredReason('The reason, for the other operators and the audit log.'),
  }),
  example: {
    provider: 'sandbox',
    payment_id: 'pay_Qr7Z1mf02Ab',
    account_id: 'acme-42',
    plan_id: 'topup_100',
    reason: 'Paid by a link that we sent',
  },
  output: DeskPurchase,
  errors: ['not_found', 'unknown_plan', 'payment_not_attachable'],

  async run(ctx, { provider, payment_id, plan_id, reason, ...named }) {
    const { db } = ctx;
    const catalogue = ctx.ports.use(PlansInForce);
    const plan = catalogue.planById(plan_id);
    if (!plan) return ctx.fail('unknown_plan', notInCatalogue(plan_id, catalogue.current()));
    if (plan.kind !== 'topup')
      failField(['plan_id'], 'Choose a pack. A plan needs a subscription of the provider');
    // In the order of everything that settles money.
    await lockPayment(db, provider, payment_id);
    const account = await lockAccountNamed(ctx, named);
    const paid = await knownPayment(db, provider, payment_id);
    if (!paid)
      return ctx.fail('not_found', { detail: `The provider has reported no payment '${payment_id}'.` });
    const why = whyNotAttachable(paid);
    if (why) return ctx.fail('payment_not_attachable', { detail: why });

    const at = ctx.now();
    const purchase = await insertPurchase(db, {
      ...{
        id: newId('pur'),
        plan: plan.id,
        kind: plan.kind,
        account: account.id,
        provider,
        created_at: at,
        claimed_at: at,
      },
      ...{
        amount_paise: paid.amount_paise,
        credits: plan.credits,
        terms: { ...termsOf(plan), amount: paid.amount_paise },
      },
    });
    // The id of the payment comes before its order, whose purchase may have other terms.
    await takeReference(db, purchase, payment_id, at);
    await settlePayment(ctx, provider, payment_id);
    const { account: _, ...attached } = (await purchaseOnDesk(db, purchase.id))!;
    if (!attached.payments.includes(payment_id))
      return ctx.fail('payment_not_attachable', { detail: 'It belongs to another purchase.' });
    ctx.audit('billing.payment_attached', {
      account_id: account.account_id,
      payment: payment_id,
      before: null,
      after: { purchase: purchase.id, plan_id: plan.id, amount_paise: paid.amount_paise },
      reason,
    });
    return attached;
  },
});

const whyNotAttachable = (paid: KnownPayment): string | null => {
  if (paid.is_settled) return 'It belongs to a purchase already.';
  if (paid.rank < capturedRank) return 'It is not captured.';
  if (paid.rank === refundedRank) return 'All of it went back.';
  if (paid.currency !== currency) return `It is in ${paid.currency}.`;
  return paid.subscription !== null || paid.invoice !== null ? 'It pays for a subscription.' : null;
};
