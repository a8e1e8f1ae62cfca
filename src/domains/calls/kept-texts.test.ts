/** The parts of a call that the request log keeps. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { customer, importRows } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { RefusedCalls } from './index.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const asha = 'https://github.com/asha-example';
await importRows(service, `profile_url,full_name,email\n${asha},Asha Rao,asha@rao.example`);

const find = (key: string, body: Record<string, unknown>) =>
  service.withKey(key, 'POST', '/api/v1/find', body);
const written = () => service.app.kernel.ports.use(RefusedCalls).write();
async function get(path: string) {
  await written();
  const response = await service.internal('GET', `/internal/calls/${path}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

test('a refused call has its request and its answer, without keys, emails and phones', async () => {
  const { accountId, key } = await customer(service);
  const reference = `${key} asha@rao.example +91 98123 45678`;
  await find(key, { profile_url: asha, name: 7, client_reference: reference, extra: { is: 'kept' } });
  const [{ id }] = (await get(accountId)).items;
  const { request, answer, masked } = await get(`${accountId}/${id}`);
  assert.equal(masked, false);
  assert.deepEqual(JSON.parse(request).body, {
    profile_url: asha,
    name: 7,
    client_reference: 'cty_live_[redacted] [redacted] [redacted]',
    extra: { is: 'kept' },
  });
  assert.deepEqual(JSON.parse(answer).detail[0].loc, ['body', 'name']);
});

const spellings = [
  '9876543210',
  '(202) 555-0143 x5',
  '९८७६५ ४३२१०',
  '９８７６５４３２１０',
  'jane@secret.example',
  'jane%40secret.example',
  'jane%2540secret.example',
  'jané@sécret.example',
  'jane @ secret.example',
  '"jane doe"@secret.example',
  'jane＠secret.example',
  'https://x.example/?e=jane%40secret.example',
  'https://jane:9876543210@x.example/jane@secret.example',
  'https://10.0.0.1/?token=secret',
];
const contact = /jan|secret|s\u00e9cret|98765|555-?0143|[\u0966-\u096f]|\uff19/i;

test('contacts and keys in any spelling that a request may have are not kept', async () => {
  const { accountId, key } = await customer(service);
  const keys = [key.replaceAll('_', '%5F'), key.toUpperCase()];
  const bodies = [...spellings, ...keys].flatMap((text) => [
    { profile_url: text },
    { profile_url: asha, name: 7, client_reference: text, more: { [text]: [`see ${text}`] } },
  ]);
  for (const body of [...bodies, { profile_url: 9876543210 }]) {
    await find(key, body);
    await written();
  }
  const listed = (await get(`${accountId}?limit=200`)).items;
  assert.equal(listed.length, bodies.length + 1);
  for (const { id } of listed) {
    const { request, answer } = await get(`${accountId}/${id}`);
    assert.doesNotMatch(request + answer, contact);
    for (const text of [...keys, key]) assert.ok(!(request + answer).includes(text.slice(-12)), request);
  }
});

test('of an address that is no profile the host is kept, and of other texts what is no contact', async () => {
  const { accountId, key } = await customer(service);
  const body = {
    ...{ profile_url: 'https://www.company.example/team/asha?x=1', client_reference: 'crm-7 of 2026-11-21' },
    ...{ webhook_url: 'https://hooks.example/s3cr3t', limit: 500 },
  };
  await find(key, body);
  const [{ id }] = (await get(accountId)).items;
  assert.deepEqual(JSON.parse((await get(`${accountId}/${id}`)).request).body, {
    ...{ ...body, profile_url: 'https://www.company.example/…', webhook_url: 'https://hooks.example/…' },
  });
});

test('what a customer sent with a lookup is masked like its answer where it looks like a contact', async () => {
  const { accountId, key } = await customer(service);
  const body = {
    profile_url: `${asha}?e=jane%40secret.example`,
    client_reference: 'jane.doe@secret.example',
  };
  const { id } = (await find(key, body)).json();
  const masked = await get(`${accountId}/${id}`);
  assert.doesNotMatch(masked.request + masked.answer, contact);
  assert.deepEqual(JSON.parse(masked.request).body, { profile_url: asha, client_reference: '[redacted]' });
  const { request } = await get(`${accountId}/${id}?reveal=true`);
  assert.deepEqual(JSON.parse(request).body, body);
});

test('a name without a readable link is not kept, and of a list only its beginning', async () => {
  const { accountId, key } = await customer(service, 0);
  await find(key, { profile_url: 'https://example.com/asha', name: 'Asha Rao' });
  const profiles = Array.from({ length: 40 }, (_, row) => ({
    profile_url: `https://github.com/person-${row}`,
  }));
  await service.withKey(key, 'POST', '/api/v1/jobs', { profiles: [...profiles, { profile_url: 7 }] });
  const [{ id: job }, { id: single }] = (await get(accountId)).items;
  assert.doesNotMatch((await get(`${accountId}/${single}`)).request, /Rao/);
  const { body } = JSON.parse((await get(`${accountId}/${job}`)).request);
  assert.deepEqual([body.profiles.length, body.profiles.at(-1)], [11, '31 more']);
});

test('texts are cut at 8 kB', async () => {
  const { accountId, key } = await customer(service);
  await find(key, { profile_url: asha, name: 'é'.repeat(9000) });
  const [{ id }] = (await get(accountId)).items;
  const { request } = await get(`${accountId}/${id}`);
  assert.ok(Buffer.byteLength(request) <= 8192 && Buffer.byteLength(request) > 8180);
  assert.match(request, /é…$/);
});
