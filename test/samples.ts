import assert from 'node:assert/strict';
import { type Door, pathParameters } from '#core/door.ts';
import type { Operation } from '#core/operation.ts';
import { mailToken } from '#domains/suppression/opt-out/proof.ts';
import { givenKey } from './support/kit.ts';
import { type RequestOptions, type TestService, testSecrets } from './support/service.ts';

export type Call = RequestOptions & { method: Door['method']; path: string };

/** Good requests for every operation, on a service that has an account, a key, a lookup and an import. */
export interface Samples {
  callOf(declared: Operation, door: Door, others?: Record<string, string>): Promise<Call>;
  lookupId(): Promise<string>;
  anotherKey(): Promise<string>;
}

type Sample = { input?: Record<string, unknown>; payload?: string; contentType?: string };

const accountId = 'sample-account';

export async function openSamples(service: TestService): Promise<Samples> {
  const makeKey = async (body: object): Promise<string> => {
    const response = await service.admin('POST', '/api/v1/keys/create', {
      rate_limit_per_min: 10_000,
      ...body,
    });
    assert.equal(response.statusCode, 200, response.body);
    return response.json().key;
  };
  const key = await makeKey({ email: 'sample@example.com', account_id: accountId });
  const lookup = await service.withKey(key, 'POST', '/api/v1/find', {
    profile_url: 'github.com/asha-example',
  });
  const imported = await service.request('POST', '/api/v1/admin/directory/imports?file_name=sample.csv', {
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' },
    body: 'profile_url,email\ngithub.com/sample-person,sample@example.com\nnot-a-link,a@example.com\n',
  });
  assert.equal(imported.statusCode, 200, imported.body);
  const post = async (path: string, body: object) => {
    const response = await service.admin('POST', path, body);
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  };
  const importPerson = async () => {
    const person = `sample-person-${++made}`;
    const response = await service.request('POST', '/api/v1/admin/directory/imports', {
      headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' },
      body: `profile_url,email\ngithub.com/${person},${person}@example.com\n`,
    });
    assert.equal(response.statusCode, 200, response.body);
    return { import: response.json().id as string, person };
  };
  const suppress = (email: string) => post('/api/v1/admin/suppressions', { email, reason: 'a sample' });
  // Each stranger calls from a network of its own: what one may send in a minute is limited.
  const strangersAddress = () => `2001:db8:5:${(++made).toString(16)}::1`;
  const startOptOut = async () => {
    const body = { email: `leaver-${++made}@example.com` };
    const response = await service.request('POST', '/api/v1/opt-out', {
      body,
      remoteAddress: strangersAddress(),
    });
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  };
  let made = 0;

  const samples: Record<string, () => Sample | Promise<Sample>> = {
    'lookup.find': () => ({ input: { profile_url: 'https://www.linkedin.com/in/nobody-known' } }),
    'lookup.fetch-lookup': () => ({ input: { lookup_id: lookup.json().id } }),
    'directory.import-contacts': () => ({
      input: { file_name: `sample-${++made}.csv` },
      payload: `profile_url,email\ngithub.com/sample-${made},sample${made}@example.com\n`,
      contentType: 'text/csv',
    }),
    'directory.show-import': () => ({ input: { import_id: imported.json().id } }),
    'directory.list-rejects': () => ({ input: { import_id: imported.json().id } }),
    'directory.take-back-import': async () => ({ input: { import_id: (await importPerson()).import } }),
    'directory.remove-source': () => ({ input: { source: 'a source that nobody named' } }),
    'directory.show-profile': () => ({ input: { profile_url: 'github.com/sample-person' } }),
    'directory.change-value': async () => {
      const { person } = await importPerson();
      return {
        input: {
          ...{ profile_url: `github.com/${person}`, email: `${person}@example.com` },
          ...{ replacement: `changed-${person}@example.com`, reason: 'a sample' },
        },
      };
    },
    'credits.grant-credits': () => ({ input: { account_id: accountId, credits: 5, reason: 'a sample' } }),
    'sources.switch-source': () => ({ input: { source_id: 'gravatar', enabled: false, reason: 'a sample' } }),
    'keys.create-key': () => ({ input: { email: `made-${++made}@example.com` } }),
    'keys.ensure-key': () => ({ input: { account_id: accountId } }),
    'keys.regenerate-key': async () => {
      const renewed = `renewed-${++made}`;
      await makeKey({ email: `${renewed}@example.com`, account_id: renewed });
      return { input: { account_id: renewed } };
    },
    'identity.create-lock': () => ({
      input: { subject_type: 'email', subject: `locked-${++made}@example.com`, reason: 'a sample' },
    }),
    'identity.lift-lock': async () => {
      const subject = { subject_type: 'ip', subject: `198.51.100.${++made}` };
      await service.admin('POST', '/api/v1/admin/locks', subject);
      return { input: subject };
    },
    'identity.check-lock': () => ({ input: { email: 'nobody-locked@example.com', ip: '203.0.113.9' } }),
    'keys.lift-ban': async () => {
      const { id } = await givenKey(service.database.db, { banReason: 'rate_limit' });
      return { input: { key_id: id } };
    },
    'keys.change-key': async () => ({
      input: { key_id: (await givenKey(service.database.db)).id, note: 'a sample' },
    }),
    'keys.revoke-key': async () => ({
      input: { key_id: (await givenKey(service.database.db)).id, reason: 'a sample' },
    }),
    'suppression.suppress-people': () => ({
      input: { email: `hidden-${++made}@example.com`, reason: 'a sample' },
    }),
    'suppression.release-suppression': async () => ({
      input: { suppression_id: (await suppress(`released-${++made}@example.com`)).added[0] },
    }),
    'suppression.release-person': async () => {
      const email = `released-${++made}@example.com`;
      await suppress(email);
      return { input: { email } };
    },
    'suppression.start-opt-out': () => ({ input: { email: `leaver-${++made}@example.com` } }),
    'suppression.confirm-opt-out': async () => {
      const { id } = await startOptOut();
      await service.database.pool.query(
        "update opt_out_request set way = 'mail', waits_because = null, expires_at = clock_timestamp() + interval '1 hour' where id = $1",
        [id],
      );
      return { input: { request_id: id, token: mailToken(testSecrets.suppression_pepper, id) } };
    },
    'suppression.decide-opt-out': async () => ({
      input: { request_id: (await startOptOut()).id, decision: 'declined', reason: 'a sample' },
    }),
    'suppression.export-person': () => ({ input: { email: 'sample@example.com' } }),
    'suppression.erase-person': () => ({
      input: { profile_url: 'github.com/nobody-at-all', reason: 'a sample' },
    }),
    'accounts.set-account-rate': () => ({ input: { account_id: accountId, rpm: 10_000 } }),
  };

  return {
    lookupId: async () => lookup.json().id,
    anotherKey: () => makeKey({ email: 'stranger@example.com' }),
    async callOf(declared, door, others = {}) {
      const { input = {}, payload, contentType } = (await samples[declared.id]?.()) ?? {};
      const inPath = pathParameters(door.path);
      const given: Record<string, unknown> = {
        ...(door.access === 'internal' && declared.account ? { account_id: accountId } : {}),
        ...input,
        ...others,
      };
      const path = door.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(given[name] ?? 'x')),
      );
      const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !inPath.includes(name)));
      const inQuery = door.method === 'GET' || door.method === 'DELETE' || payload !== undefined;
      const query = new URLSearchParams(rest as Record<string, string>).toString();
      return {
        method: door.method,
        remoteAddress: strangersAddress(),
        path: inQuery && query ? `${path}?${query}` : path,
        ...(inQuery ? { body: payload } : { body: door.page ? query : rest }),
        headers: {
          ...(contentType ? { 'content-type': contentType } : {}),
          ...(door.page ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          ...credentialFor(door, key),
        },
      };
    },
  };
}

function credentialFor(door: Door, key: string): Record<string, string> {
  switch (door.access) {
    case 'key':
      return { authorization: `Bearer ${key}` };
    case 'internal':
      return { 'x-internal-secret': testSecrets.internal_secret };
    case 'admin':
      return { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'sample-operator' };
    default:
      return {};
  }
}
