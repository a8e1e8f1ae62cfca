import { type Door, pathParameters } from '#core/door.ts';
import { shapeFor } from '#core/input/input.ts';
import type { Operation } from '#core/operation.ts';
import { Payments } from '#domains/billing/payments-port.ts';
import type { CodeHost } from '../support/code-host.ts';
import { type Customer, customer, givenSession } from '../support/kit.ts';
import { memoryProvider } from '../support/memory-provider.ts';
import { type RequestOptions, type TestService, testSecrets } from '../support/service.ts';
import { samples } from './find-samples.ts';
import type { Provoked, Sample, SampleWorld } from './sample.ts';

export type Call = RequestOptions & { method: Door['method']; path: string };

/** Good requests for every operation, on a service that has an account with a key. */
export interface Samples {
  world: SampleWorld;
  /** `changes` lie over the sample. */
  callOf(declared: Operation, door: Door, changes?: Provoked): Promise<Call>;
}

export async function openSamples(service: TestService, host?: CodeHost): Promise<Samples> {
  let made = 0;
  const provider = memoryProvider();
  service.app.kernel.ports.use(Payments).providers.set(provider.name, provider);
  const world: SampleWorld = {
    service,
    customer: await customer(service, 1_000, {
      account_id: 'acme-42',
      email: 'asha@asha.example.com',
      plan: 'enterprise',
    }),
    provider,
    newName: (prefix) => `${prefix}-${++made}`,
    newAddress: () => `2001:db8:5:${(++made).toString(16)}::1`,
    codeHostFails(fails) {
      if (!host) throw new Error('this service has no stand-in of a code host');
      host.standIn.control.trouble = fails ? 'server_error' : 'none';
    },
  };
  return {
    world,
    async callOf(declared, door, changes = {}) {
      const found = samples.get(declared.id) ?? {};
      const made = (await found.prepare?.(world)) ?? {};
      return callOf(declared, door, { world, found, changes, made });
    },
  };
}

interface Filled {
  world: SampleWorld;
  found: Sample;
  changes: Provoked;
  /** The members made for this call. */
  made: Record<string, unknown>;
}

async function callOf(
  declared: Operation,
  door: Door,
  { world, found, changes, made }: Filled,
): Promise<Call> {
  const caller = changes.caller ?? world.customer;
  const given: Record<string, unknown> = {
    ...declared.example,
    ...made,
    ...(door.access === 'internal' && declared.account && !made.account_id
      ? { account_id: caller.accountId }
      : {}),
    ...changes.input,
  };
  // A sample serves every door: behind a key the account is not named.
  const known = shapeFor(declared, door.access).properties;
  const file = changes.file ?? found.file;
  const elsewhere = [...pathParameters(door.path), ...((file && door.fileInsteadOf) || [])];
  const path = door.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name] ?? 'x')),
  );
  const rest = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => name in known && !elsewhere.includes(name) && value !== undefined,
    ),
  );
  const inQuery = door.method === 'GET' || door.method === 'DELETE' || file !== undefined;
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  return {
    method: door.method,
    remoteAddress: changes.remoteAddress ?? world.newAddress(),
    path: inQuery && query ? `${path}?${query}` : path,
    ...(inQuery ? { body: file?.text } : { body: door.page ? query : rest }),
    headers: {
      ...(file ? { 'content-type': file.contentType, ...file.headers } : {}),
      ...(door.page ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(await credentialFor(door, world, caller)),
      ...changes.headers,
    },
  };
}

async function credentialFor(
  door: Door,
  { service }: SampleWorld,
  caller: Customer,
): Promise<Record<string, string>> {
  switch (door.access) {
    case 'key':
    case 'agent':
      return { authorization: `Bearer ${caller.key}` };
    case 'extension':
      return { authorization: `Bearer ${(await givenSession(service.database.db, caller)).access}` };
    case 'internal':
      return { 'x-internal-secret': testSecrets.internal_secret };
    case 'admin':
      return { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'sample-operator' };
    default:
      return {};
  }
}
