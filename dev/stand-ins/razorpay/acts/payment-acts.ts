import { type Entity, kept, newEntityId } from '../books.ts';
import { makeRefund } from '../refunding.ts';
import { type Act, named, type Stage } from './stage.ts';

const respondWithinSeconds = 7 * 24 * 3600;

/** What happens to a payment once it is captured: disputes and refunds. */
export function paymentActs({ books, tell }: Stage) {
  const disputed = async (id: string, status: string, event = status): Promise<Entity> => {
    const dispute = named(books.disputes, id);
    dispute.status = status;
    await tell(`payment.dispute.${event}`, {
      payment: named(books.payments, String(dispute.payment_id)),
      dispute,
    });
    return dispute;
  };
  const refunded = async (id: string, status: string, event = status): Promise<Entity> => {
    const refund = named(books.refunds, id);
    refund.status = status;
    await tell(`refund.${event}`, { refund, payment: named(books.payments, String(refund.payment_id)) });
    return refund;
  };
  return {
    async dispute(payment_id: string) {
      const { amount, currency } = named(books.payments, payment_id);
      const { id } = kept(books.disputes, {
        id: newEntityId('disp'),
        entity: 'dispute',
        payment_id,
        amount,
        currency,
        amount_deducted: 0,
        phase: 'chargeback',
        respond_by: books.seconds() + respondWithinSeconds,
        created_at: books.seconds(),
      });
      return disputed(id, 'open', 'created');
    },
    'win-dispute': (id: string) => disputed(id, 'won'),
    'lose-dispute': (id: string) => disputed(id, 'lost'),
    'close-dispute': (id: string) => disputed(id, 'closed'),
    /** The dashboard refunds a payment whole. */
    refund: (payment: string) =>
      refunded(makeRefund(books, { payment, body: {}, key: undefined }).id, 'pending', 'created'),
    'process-refund': (id: string) => refunded(id, 'processed'),
    'fail-refund': (id: string) => refunded(id, 'failed'),
  } satisfies Record<string, Act>;
}
