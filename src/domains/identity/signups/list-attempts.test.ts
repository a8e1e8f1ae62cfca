import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { forgetAttempts } from './forget-attempts.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());

const list = (query: Record<string, string> = {}) =>
  asOperator(service, 'GET', `/api/v1/admin/abuse/attempts?${new URLSearchParams(query)}`);
const devicesIn = async (query: Record<string, string>) =>
  (await list(query)).items.map(({ device }: { device: string }) => device);

const started = clock.now();
before(async () => {
  const attempts = [
    {
      device_id: 'a',
      email: 'asha+1@example.com',
      ip: '203.0.113.7',
      provider: 'google',
      provider_user_id: '1',
    },
    { device_id: 'b', email: 'ravi@mailinator.com', ip: '203.0.113.200' },
    { device_id: 'c', whatsapp: '+12025550143', ip: '2001:db8:1:2::1' },
  ];
  for (const attempt of attempts) {
    await service.internal('POST', '/internal/identity/vet', attempt);
    clock.advance(1000);
  }
});

const filters: [query: Record<string, string>, devices: string[]][] = [
  [{}, ['c', 'b', 'a']],
  [{ email: 'ASHA@example.com' }, ['a']],
  [{ provider_user: 'Google:1' }, ['a']],
  [{ whatsapp: '+1 202 555 0143' }, ['c']],
  [{ device: 'b' }, ['b']],
  [{ device: '', email: '' }, ['c', 'b', 'a']],
  [{ ip: '203.0.113.7' }, ['a']],
  [{ ip: '203.0.113.0/24' }, ['b', 'a']],
  [{ ip: '2001:db8:1:2::/64' }, ['c']],
  [{ step: 'vet' }, ['c', 'b', 'a']],
  [{ step: 'register' }, []],
  [{ account_id: 'nobody' }, []],
  [{ code: 'signup_refused' }, ['b']],
  [{ allowed: 'true' }, ['c', 'a']],
  [{ allowed: 'false' }, ['b']],
  [{ from: new Date(started.getTime() + 1000).toISOString() }, ['c', 'b']],
  [{ to: new Date(started.getTime() + 1000).toISOString() }, ['a']],
  [{ from: new Date(started.getTime() + 1001).toISOString() }, ['c']],
  [{ to: new Date(started.getTime() + 1001).toISOString() }, ['b', 'a']],
  [{ ip: '203.0.113.0/24', allowed: 'true' }, ['a']],
];
for (const [query, devices] of filters) {
  test(`${JSON.stringify(query)} lists ${devices.join()}`, async () => {
    assert.deepEqual(await devicesIn(query), devices);
  });
}

for (const [query, member] of [
  [{ email: 'none' }, 'email'],
  [{ provider_user: 'google' }, 'provider_user'],
  [{ whatsapp: '1' }, 'whatsapp'],
  [{ ip: '203.0.113.0/33' }, 'ip'],
  [{ code: 'unheard_of' }, 'code'],
  [{ from: 'yesterday' }, 'from'],
  [{ cursor: 'x' }, 'cursor'],
  [{ limit: '1001' }, 'limit'],
] as const) {
  test(`${JSON.stringify(query)} is 422 naming ${member}`, async () => {
    const response = await service.admin('GET', `/api/v1/admin/abuse/attempts?${new URLSearchParams(query)}`);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['query', member]]);
  });
}

test('pages follow one another without gap or repeat', async () => {
  const first = await list({ limit: '2' });
  const second = await list({ limit: '2', cursor: first.next_cursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ device }) => device),
    ['c', 'b', 'a'],
  );
  assert.equal(second.next_cursor, null);
});

test('attempts are deleted when they have been kept long enough, to the millisecond', async () => {
  clock.advance(started.getTime() + 90 * dayMs - clock.now().getTime());
  await runJob(service, forgetAttempts);
  assert.deepEqual(await devicesIn({}), ['c', 'b', 'a']);
  clock.advance(1);
  await runJob(service, forgetAttempts);
  assert.deepEqual(await devicesIn({}), ['c', 'b']);
});
