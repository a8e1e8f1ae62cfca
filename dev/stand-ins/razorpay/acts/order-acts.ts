import type { Entity } from '../books.ts';
import { capture, fail, makePayment } from '../paying.ts';
import { type Act, named, type Stage } from './stage.ts';

/** Acts on an order and its payments. */
export function orderActs({ books, tell }: Stage) {
  async function captured(payment: Entity): Promise<Entity> {
    payment.status = 'authorized';
    await tell('payment.authorized', { payment });
    capture(books, payment);
    await tell('payment.captured', { payment });
    await tell('order.paid', { payment, order: named(books.orders, String(payment.order_id)) });
    return payment;
  }
  const pay = (id: string) => captured(makePayment(books, named(books.orders, id)));

  return {
    pay,
    async fail(id: string) {
      const payment = fail(makePayment(books, named(books.orders, id)));
      await tell('payment.failed', { payment });
      return payment;
    },
    /** The bank confirms a failed payment after all. */
    'late-authorise': (id: string) => captured(named(books.payments, id)),
    async 'capture-twice'(id: string) {
      await pay(id);
      return pay(id);
    },
  } satisfies Record<string, Act>;
}
