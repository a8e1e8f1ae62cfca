import type { Context } from '#core/context.ts';
import { listDeliveries } from './deliveries/deliveries.ts';
import { PageOfPayment } from './ports.ts';
import { actsOnPayment, actsOnSale } from './sales/acts.ts';
import { pressesOf, refundedPaise, type Sale } from './sales/sale.ts';
import type { SaleView } from './shapes.ts';

export async function saleView({ db, ports }: Pick<Context, 'db' | 'ports'>, sale: Sale): Promise<SaleView> {
  const { subscription } = sale;
  const deliveries = await listDeliveries(db, sale.id);
  return {
    reference: sale.id,
    return_url: ports.use(PageOfPayment)?.(sale.id) ?? null,
    title: sale.title,
    presses: pressesOf(sale),
    amount_paise: sale.amountPaise,
    subscription: subscription && {
      status: subscription.status,
      period_end: subscription.periodEnd,
      ends_with_period: subscription.endsWithPeriod,
    },
    acts: actsOnSale(sale),
    payments: sale.payments.map((payment) => ({
      id: payment.id,
      status: payment.status,
      amount_paise: payment.amountPaise,
      refunded_paise: refundedPaise(payment),
      failure: payment.failure,
      dispute: payment.dispute?.status ?? null,
      acts: actsOnPayment(payment),
    })),
    deliveries: deliveries.map(({ event, tries, acceptedAt }) => ({
      event,
      tries,
      is_accepted: acceptedAt !== null,
    })),
  };
}
