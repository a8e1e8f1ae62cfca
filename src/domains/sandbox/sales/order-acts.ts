import { paymentFact } from './facts.ts';
import { addPayment, capture, type Stage, tell } from './stage.ts';

const pay = (stage: Stage): void => capture(stage, addPayment(stage, 'captured'));

/** What a buyer does with an order. */
export const orderActs = {
  pay,
  /** The bank says yes, but the money isn't here yet. */
  delay(stage) {
    const payment = addPayment(stage, 'authorized');
    tell(stage, 'payment.authorized', paymentFact(stage.sale, payment));
  },
  fail(stage) {
    const payment = addPayment(stage, 'failed');
    tell(stage, 'payment.failed', paymentFact(stage.sale, payment));
  },
  /** A second payment for the same order. */
  pay_again: pay,
} satisfies Record<string, (stage: Stage) => void>;
