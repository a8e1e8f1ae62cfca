import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLog } from '#platform/log/open-log.ts';
import { testSecrets } from './support/service.ts';
import { openWaterfall } from './support/waterfall.ts';

let logged = '';
const log = openLog('trace', { write: (line: string) => (logged += line) });
const waterfall = await openWaterfall();
const service = await waterfall.another({
  log,
  environment: { CONTACTOUT_TOKEN: 'wrong-token-of-a-vendor', MAIL_WEBHOOK_URL: '' },
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await waterfall[Symbol.asyncDispose]();
});

const person = {
  link: 'https://www.linkedin.com/in/walked-person',
  email: 'walked.person@works.example.com',
  phone: '+919876543210',
  name: 'Walked Person',
};

/** A day of good and bad requests by customers, operators, strangers and vendors. */
async function walk(): Promise<string[]> {
  const { link, email, phone, name } = person;
  await service.request('POST', '/api/v1/admin/directory/imports?file_name=people.csv', {
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' },
    body: `profile_url,full_name,email,phone\n${link},${name},${email},${phone}\n${link}-2,,not an email of walked.person,\n`,
  });
  const made = await service.admin('POST', '/api/v1/keys/create', {
    email: 'customer@example.com',
    rate_limit_per_min: 20,
  });
  const { key, id } = made.json();
  const find = (profile_url: string, headers?: object, withKey = key) =>
    service.withKey(withKey, 'POST', '/api/v1/find', { profile_url }, headers);
  const answer = await find(link, { 'idempotency-key': 'walk' });
  assert.equal(answer.json().emails[0].address, email);
  await find(link, { 'idempotency-key': 'walk' });
  for (const trouble of ['nobody-at-all', 'busy-example', 'broken-example', 'garbled-example'])
    await find(`linkedin.com/in/${trouble}`);
  await find('github.com/asha-example');
  await find(`https://example.org/${email}`);
  await service.withKey(key, 'POST', '/api/v1/find', { name: person.name });
  await find(link, {}, `${key.slice(0, -1)}x`);
  await service.withKey(key, 'GET', `/api/v1/find/${answer.json().id}`);
  await service.request('GET', `/api/v1/${email}?key=${key}&phone=${phone}`);
  await service.request('POST', '/api/v1/opt-out', { body: { email } });
  await service.request('POST', '/api/v1/opt-out/confirm', { body: { request_id: email, token: phone } });
  await service.admin('POST', '/api/v1/admin/people/export', { profile_url: link });
  await service.admin('POST', '/api/v1/admin/suppressions', {
    items: [{ email }, { profile_url: link }],
    reason: 'asked',
  });
  await service.admin('POST', '/api/v1/admin/people/erasure', { email, reason: `asked by ${email}` });
  await service.request('GET', '/api/v1/admin/sources', { headers: { 'x-admin-secret': 'guessed-secret' } });
  for (let at = 0; at < 25; at += 1) await find('github.com/nobody-at-all');
  await service.admin('POST', `/api/v1/admin/keys/${id}/revocation`, { reason: email });
  await find(link);
  await service.internal('GET', '/internal/billing/balance/customer@example.com');
  const other = await service.admin('POST', '/api/v1/keys/create', { email: 'second@example.com' });
  await service.database.pool.query('alter table usage_event rename to usage_event_away');
  await find('github.com/asha-example', {}, other.json().key);
  return [key, key.slice(9, 40), 'customer@example.com'];
}

test('the log of a whole walk has no secret and no contact value', async () => {
  const secrets = await walk();
  for (const status of [200, 400, 401, 403, 404, 422, 429, 500])
    assert.match(logged, new RegExp(`"status":${status},`), `nothing was answered with ${status}`);
  const forbidden = [
    ...secrets,
    ...Object.values(testSecrets),
    'guessed-secret',
    'wrong-token-of-a-vendor',
    person.email,
    person.phone,
    person.phone.slice(1),
    person.name,
    'walked-person',
    'walked.person',
    'asha@',
  ];
  for (const value of forbidden) {
    const at = logged.indexOf(value);
    assert.equal(at, -1, `${value}: ${logged.slice(Math.max(0, at - 300), at + 100)}`);
  }
  assert.doesNotMatch(logged, /[\w.]@[\w-]+\.\w/, 'an email address');
});
