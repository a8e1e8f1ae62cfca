import type { ProviderFact } from '#platform/payments/port.ts';

const dates = new Set(['at', 'periodStart', 'periodEnd']);

/** Facts as the provider in memory puts them into a delivery. */
export const writeFacts = (facts: readonly ProviderFact[]): string => JSON.stringify({ facts });

export function readFacts(payload: unknown): ProviderFact[] {
  const text = JSON.stringify((payload as { facts?: unknown }).facts ?? []);
  return JSON.parse(text, (name, value) =>
    dates.has(name) && typeof value === 'string' ? new Date(value) : value,
  );
}
