import type { VendorResult } from '#platform/outgoing/index.ts';

/** A payment provider, as billing uses it. Amounts are in paise, references are the provider's own ids. */
export interface PaymentProvider {
  name: ProviderName;
  /**
   * An order for a one-time payment. `purchase` is our own id and identifies it at the provider, so a call that follows an
   * unknown outcome returns the first order instead of making another.
   */
  createOrder(order: { purchase: string; amountPaise: number; description: string }): Promise<Checkout>;
  /** A monthly subscription. As with orders, `purchase` makes repeats safe. */
  createSubscription(subscription: {
    purchase: string;
    plan: { id: string; name: string; amountPaise: number };
  }): Promise<Checkout>;
  /** Ends a subscription now, or when its paid period ends. Harmless to repeat. */
  cancelSubscription(reference: string, when: 'now' | 'at_period_end'): Promise<void>;
  /** A page on which the buyer pays for a subscription that could not be charged, or changes how it is paid. Null if there is none. */
  payPageOf(subscription: string): Promise<string | null>;
  /** Refunds a captured payment, whole or in part. `key` makes repeats safe. */
  refund(refund: { payment: string; amountPaise: number; key: string }): Promise<ProviderRefund>;
  /** Everything the provider knows about an order, a subscription or a payment now, in the form in which deliveries tell it. */
  factsOf(reference: string): Promise<ProviderFact[]>;
  /** A free call that a right credential answers with 2xx. Absent if there is no credential. */
  check?(): Promise<VendorResult>;
  /** Checks a delivery's signature over its raw bytes. */
  verify(delivery: { body: Buffer; headers: Readonly<Record<string, string | undefined>> }): Verification;
  /** The facts of a verified delivery. Empty if billing acts on none of them. */
  read(payload: unknown): ProviderFact[];
}

/** One of the list in `providers.ts`. */
export type ProviderName = string;

/** The way for a buyer to pay. */
export interface Checkout {
  /** `order_…` or `sub_…`. */
  reference: string;
  /** A page to pay on. Null if your own page opens the provider's widget. */
  url: string | null;
  /** The options of the provider's widget in a browser, such as its public key id. */
  widget: Readonly<Record<string, string>>;
  /** Leads the buyer to the provider's page without a script. Null if there is no such page. */
  form: PaymentForm | null;
}

/** A form that the browser posts. */
export interface PaymentForm {
  action: string;
  fields: Readonly<Record<string, string>>;
  /** Further fields, each with the address that the buyer comes back to. */
  return_fields: readonly string[];
}

export type Verification =
  /** `event` is the provider's id of the event, the same for each delivery of it. It is not signed. */
  | { ok: true; event: string | null; type: string; payload: unknown }
  | { ok: false; reason: 'not_configured' | 'missing_signature' | 'wrong_signature' | 'not_json' };

/** An event of money, from any reporter. Facts may repeat and arrive in any order. */
export type ProviderFact =
  | { kind: 'payment'; payment: ProviderPayment; at: Date }
  /** A payment for one period of a subscription. */
  | { kind: 'charge'; payment: ProviderPayment; subscription: ProviderSubscription; at: Date }
  | { kind: 'subscription'; subscription: ProviderSubscription; at: Date }
  | { kind: 'refund'; refund: ProviderRefund; at: Date }
  | { kind: 'dispute'; dispute: ProviderDispute; at: Date };

export interface ProviderPayment {
  id: string;
  status: 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';
  amountPaise: number;
  currency: string;
  /** Null for payments that belong to no order of ours. */
  order: string | null;
  /** Set for money that a subscription's `charge` fact reports as well. Alone it grants no credits. */
  invoice: string | null;
  /** `upi`, `card`, `netbanking` … */
  method: string | null;
  /** Why it failed, in the provider's words for buyers. */
  failure: string | null;
}

export interface ProviderSubscription {
  id: string;
  status:
    | 'created'
    | 'authenticated'
    | 'active'
    | 'pending'
    | 'halted'
    | 'paused'
    | 'cancelled'
    | 'completed'
    | 'expired';
  /** Our own id, from the notes. */
  purchase: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
}

export interface ProviderRefund {
  id: string;
  payment: string;
  amountPaise: number;
  status: 'pending' | 'processed' | 'failed';
  /** The key of our call. Null if it was made at the provider. */
  key: string | null;
}

export interface ProviderDispute {
  id: string;
  payment: string;
  amountPaise: number;
  status: 'open' | 'won' | 'lost' | 'closed';
}

/**
 * A call that failed. `unreachable`: no answer, an outage or too many requests; it may have been carried out. `refused`: the
 * provider said no. `misconfigured`: wrong credentials, or a feature that isn't switched on.
 */
export class ProviderFailure extends Error {
  readonly kind: 'unreachable' | 'refused' | 'misconfigured';
  /** The provider's own code, for the log. */
  readonly code: string | null;

  constructor(kind: ProviderFailure['kind'], message: string, code: string | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.code = code;
  }
}
