import type { Context } from '#core/context.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { SupplierNeeded, SupplierOf, supplierMissing } from '#domains/invoices/index.ts';
import type { Checkout, PaymentProvider } from '#platform/payments/port.ts';
import { rupeesOf } from '#values/money.ts';
import { isProviderFailure, Payments } from '../payments-port.ts';
import { insertReference, lockPurchase, type Purchase, purchaseById } from '../purchases.ts';
import { currency } from '../rules.ts';
import { mergeSubscription } from '../subscriptions/subscriptions.ts';
import type { OpenedCheckout } from './shapes.ts';

type CheckoutContext = Context<'payments_unavailable'>;

const retryAfterSeconds = '10';

/**
 * The provider that new purchases go to. 503 when it isn't configured, or when no business is set for the invoice, before anything is
 * stored.
 */
export async function sellerOrFail({ db, ports, fail }: CheckoutContext): Promise<PaymentProvider> {
  const payments = ports.use(Payments);
  const seller = payments.providers.get(payments.seller);
  const hasSupplier =
    !ports.use(SupplierNeeded) || (await ports.use(SupplierOf).of(db, payments.seller)) !== null;
  if (!hasSupplier) await raiseAlert(db, { ...supplierMissing, details: {} });
  return seller && hasSupplier
    ? seller
    : fail('payments_unavailable', { headers: { 'Retry-After': retryAfterSeconds } });
}

/** Places the order at the provider, where our own id makes a repeat harmless, and keeps its reference. */
export async function placeOrder(
  ctx: CheckoutContext,
  provider: PaymentProvider,
  purchaseId: string,
): Promise<OpenedCheckout> {
  const purchase = (await purchaseById(ctx.db, purchaseId))!;
  const { terms: plan } = purchase;
  const { reference, url, widget, form } = await orderAt(provider, purchase).catch((error: unknown) =>
    unavailable(ctx, error),
  );

  await ctx.phase(async ({ db }) => {
    const locked = await lockPurchase(db, purchaseId);
    const at = ctx.now();
    await insertReference(db, locked, reference, at);
    if (locked.kind === 'topup') return;
    const created = { id: reference, purchase: purchaseId, periodStart: null, periodEnd: null };
    // Epoch, so that any provider event is newer.
    await mergeSubscription(db, locked, { ...created, status: 'created' }, new Date(0));
  });
  return {
    payment_reference: reference,
    payment_url: url,
    provider: provider.name,
    widget: { ...widget },
    payment_form: form && { ...form, return_fields: [...form.return_fields] },
    plan_id: plan.id,
    plan_name: plan.name,
    kind: plan.kind,
    amount: purchase.amount_paise,
    amount_display: rupeesOf(purchase.amount_paise),
    currency,
  };
}

function orderAt(provider: PaymentProvider, purchase: Purchase): Promise<Checkout> {
  const { id, amount_paise: amountPaise, terms: plan } = purchase;
  return purchase.kind === 'monthly'
    ? provider.createSubscription({ purchase: id, plan: { id: plan.id, name: plan.name, amountPaise } })
    : provider.createOrder({ purchase: id, amountPaise, description: plan.name });
}

async function unavailable(ctx: CheckoutContext, error: unknown): Promise<never> {
  if (!isProviderFailure(error)) throw error;
  if (error.kind !== 'unreachable') {
    const details = { kind: error.kind, code: error.code };
    await raiseAlert(ctx.db, { kind: 'checkout_refused', subject: ctx.ports.use(Payments).seller, details });
  }
  return ctx.fail('payments_unavailable', { headers: { 'Retry-After': retryAfterSeconds }, cause: error });
}
