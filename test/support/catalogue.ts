import assert from 'node:assert/strict';
import { daysAfter } from '#core/clock.ts';
import type { Contract } from '#domains/billing/contracts/contracts.ts';
import type { CatalogueEntry } from '#domains/billing/plans.ts';
import { asOperator } from './kit.ts';
import type { TestService } from './service.ts';

const path = '/api/v1/admin/catalogue';

interface Shown {
  version: number;
  entries: CatalogueEntry[];
  waiting: { version: number; effective_at: string } | null;
  history: { version: number; withdrawn_at: string | null }[];
}

export const catalogueOf = (service: TestService): Promise<Shown> => asOperator(service, 'GET', path);

/** The same entries, the first with another description. */
export const describedAs = (description: string, [first, ...others]: CatalogueEntry[]): CatalogueEntry[] => [
  { ...first!, description },
  ...others,
];

/** Entries with other values of some members. */
export const withEntry = (entries: CatalogueEntry[], id: string, changes: Partial<CatalogueEntry>) =>
  entries.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry));

/** The services in which a change has to wait, so that a refusal is seen. */
const waitingIn = new WeakSet<TestService>();

/** Withdraws the change that waits, if there is one. */
export async function withdrawWaiting(service: TestService): Promise<void> {
  if (waitingIn.has(service)) return;
  const { waiting } = await catalogueOf(service);
  if (waiting)
    await service.admin('POST', `${path}/withdraw`, { version: waiting.version, reason: 'a test' });
}

/** Changes the catalogue that is in force. */
export async function changeCatalogue(
  service: TestService,
  change: { entries: CatalogueEntry[]; effective_at?: string },
): Promise<{ version: number }> {
  const { version: expected_version } = await catalogueOf(service);
  const answer = await service.admin('POST', path, { reason: 'a test', expected_version, ...change });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

/** The version that waits. Makes one if none does. */
export async function waitingVersion(service: TestService): Promise<number> {
  const { waiting, entries } = await catalogueOf(service);
  if (waiting) return waiting.version;
  const effective_at = daysAfter(new Date(), 30).toISOString();
  return (await changeCatalogue(service, { entries: describedAs('Next month', entries), effective_at }))
    .version;
}

/** A change waits until the refusal has been seen. */
export async function withWaiting(service: TestService) {
  await waitingVersion(service);
  waitingIn.add(service);
  return {
    async after() {
      waitingIn.delete(service);
      await withdrawWaiting(service);
    },
  };
}

/** A contract of 100 credits per month from now. */
export async function givenContract(
  service: TestService,
  account_id: string,
  terms: object = {},
): Promise<Contract> {
  const answer = await service.admin('POST', '/api/v1/admin/contracts', {
    account_id,
    name: 'Enterprise',
    credits: 100,
    amount: 50_000,
    rate_limit_per_min: 300,
    mcp: true,
    priority_processing: true,
    reason: 'a test',
    ...terms,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
