import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const people = Array.from({ length: 30 }, (_, number) => `crowd-${number}`);

test('more commands than connections don’t wait for each other’s reads', async () => {
  const { db, pool } = service.database;
  assert.ok(pool.options.max < people.length);
  for (const name of people) await givenAccount(db, { accountId: name, email: `${name}@example.com` });
  const answers = await Promise.all(
    people.map((name) =>
      service.internal('POST', '/internal/identity/onboarding/verify-email', {
        account_id: name,
        email: `${name}@example.com`,
      }),
    ),
  );
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [200]);
});

test('a link that many use at once lets one in', async () => {
  const email = 'mira@operators.example.com';
  const link = (await service.admin('POST', '/api/v1/admin/operators/links', { email })).json();
  const token = new URL(link.path, 'http://own.invalid').searchParams.get('token');
  const answers = await Promise.all(
    people.map((_, number) =>
      service.admin('POST', '/api/v1/admin/operators/sessions', {
        token_hash: number.toString(16).padStart(64, '0'),
        link_token: token,
      }),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.equal(statuses.filter((status) => status === 410).length, people.length - 1);
});
