import type { ActName, PaymentAct } from './act-names.ts';
import { orderActs } from './order-acts.ts';
import { paymentActs } from './payment-acts.ts';
import { actsOnPayment, actsOnSale } from './possible-acts.ts';
import type { Sale } from './sale.ts';
import type { SandboxEvent, Stage } from './stage.ts';
import { subscriptionActs } from './subscription-acts.ts';

const saleActs = { ...orderActs, ...subscriptionActs };

export const actNames = Object.keys({ ...saleActs, ...paymentActs }) as ActName[];

export interface Wanted {
  act: ActName;
  /** For acts on one payment. */
  payment?: string | undefined;
}

export interface Moment {
  now: Date;
  newId(prefix: string): string;
}

export interface Changed {
  sale: Sale;
  events: SandboxEvent[];
}

/** What comes of pressing a button. Null if that can't happen to the sale as it is now. */
export function act(
  before: Sale,
  { act: name, payment: id }: Wanted,
  { now, newId }: Moment,
): Changed | null {
  const stage: Stage = { sale: structuredClone(before), at: now.toISOString(), events: [], newId };
  const { sale, events } = stage;
  if (isPaymentAct(name)) {
    const payment = sale.payments.find((each) => each.id === id);
    if (!payment || !actsOnPayment(payment).includes(name)) return null;
    paymentActs[name](stage, payment);
  } else {
    if (!actsOnSale(sale).includes(name)) return null;
    saleActs[name](stage);
  }
  return { sale, events };
}

const isPaymentAct = (name: ActName): name is PaymentAct => Object.hasOwn(paymentActs, name);
