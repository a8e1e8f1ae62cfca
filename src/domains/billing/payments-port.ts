import { port } from '#core/ports.ts';
import type { PaymentProvider, ProviderFailure, ProviderName } from '#platform/payments/port.ts';

export type { PaymentProvider, ProviderFact, ProviderName } from '#platform/payments/port.ts';

/** The providers this service can talk to. Deliveries are taken from any of them; new purchases go to `seller`. */
export interface Payments {
  seller: ProviderName;
  providers: Map<ProviderName, PaymentProvider>;
}

export const Payments = port<Payments>('payments');

/** A provider that has taken part in a purchase. Throws when it is no longer configured. */
export function providerNamed({ providers }: Payments, name: string): PaymentProvider {
  const provider = providers.get(name);
  if (!provider) throw new Error(`the payment provider ${name} is not configured`);
  return provider;
}

export const isProviderFailure = (error: unknown): error is ProviderFailure =>
  error instanceof Error && error.name === 'ProviderFailure';
