import type { ProviderDispute, ProviderSubscription } from '#platform/payments/port.ts';

/** An order or a subscription with all that happened to it, as JSON. Times are ISO 8601. */
export interface Sale {
  id: string;
  purchase: string;
  /** The name of the sold item, for the page. */
  title: string;
  amountPaise: number;
  changedAt: string;
  /** Null for an order. */
  subscription: Subscription | null;
  /** Oldest first. */
  payments: Payment[];
  /** How many buttons were pressed, if any. */
  presses?: number;
}

export interface Subscription {
  status: ProviderSubscription['status'];
  periodStart: string | null;
  periodEnd: string | null;
  /** It was cancelled, but runs until the period's end. */
  endsWithPeriod: boolean;
}

export interface Payment {
  id: string;
  status: 'authorized' | 'captured' | 'failed';
  amountPaise: number;
  failure: string | null;
  /** Set for a payment of a subscription. */
  invoice: string | null;
  /** The period that it pays for. */
  periodStart: string | null;
  periodEnd: string | null;
  changedAt: string;
  refunds: Refund[];
  dispute: Dispute | null;
}

export interface Refund {
  id: string;
  key: string;
  amountPaise: number;
  at: string;
}

export interface Dispute {
  id: string;
  status: ProviderDispute['status'];
  at: string;
}

export const pressesOf = ({ presses = 0 }: Sale): number => presses;

export const refundedPaise = ({ refunds }: Payment): number =>
  refunds.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

export const hasCaptured = ({ payments }: Sale): boolean =>
  payments.some(({ status }) => status === 'captured');
