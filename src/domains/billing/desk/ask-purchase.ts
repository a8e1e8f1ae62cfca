import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { isProviderFailure } from '../payments-port.ts';
import { askAbout, referencesOf } from '../reconciliation/ask-provider.ts';
import { DeskPurchase, purchaseOnDesk } from './purchases.ts';
import { PurchaseId } from './show-purchase.ts';

export const askPurchase = operation({
  id: 'billing.ask-purchase',
  summary: 'Ask the payment provider about a purchase now',
  description:
    'Applies what the provider answers as if it had been delivered: money that has arrived is granted before this answers. ' +
    'It is harmless for money that is settled.',
  kind: 'process',
  doors: [admin('POST', '/api/v1/admin/billing/purchases/{purchase_id}/question')],
  idempotency: 'none',
  roles: ['finance', 'support'],
  input: Type.Object({ purchase_id: PurchaseId }),
  output: DeskPurchase,
  errors: ['not_found', 'payments_unavailable'],

  async run(ctx, { purchase_id }) {
    const before = await purchaseOnDesk(ctx.db, purchase_id);
    if (!before) return ctx.fail('not_found', { detail: 'No purchase with this id exists.' });
    for (const reference of await referencesOf(ctx.db, purchase_id))
      await askAbout(ctx, reference).catch((error: unknown) => {
        if (!isProviderFailure(error)) throw error;
        return ctx.fail('payments_unavailable', { headers: { 'Retry-After': '10' }, cause: error });
      });
    const { account: _, ...after } = (await purchaseOnDesk(ctx.db, purchase_id))!;
    ctx.audit('billing.provider_asked', {
      purchase: purchase_id,
      account_id: after.account_id,
      before: { status: before.status, paid: before.paid },
      after: { status: after.status, paid: after.paid },
    });
    return after;
  },
});
