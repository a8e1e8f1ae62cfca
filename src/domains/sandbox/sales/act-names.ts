import type { orderActs } from './order-acts.ts';
import type { paymentActs } from './payment-acts.ts';
import type { subscriptionActs } from './subscription-acts.ts';

export type SaleAct = keyof typeof orderActs | keyof typeof subscriptionActs;
export type PaymentAct = keyof typeof paymentActs;
export type ActName = SaleAct | PaymentAct;
