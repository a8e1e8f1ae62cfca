import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '#test/support/service.ts';

test('only one of two concurrent sign-ins claims the account', async () => {
  await using service = await testService();
  const email = 'race@example.com';
  await service.admin('POST', '/api/v1/keys/create', { email, plan: 'starter', credits: 0 });
  const opened = await Promise.all(
    ['one', 'other', 'one', 'third'].map((user, number) =>
      service.internal('POST', '/internal/sign-in/sessions', {
        token_hash: number.toString(16).padStart(64, '0'),
        email,
        provider: 'example',
        provider_user_id: user,
        ip: '203.0.113.9',
      }),
    ),
  );
  const users = ['one', 'other', 'one', 'third'].filter((_, at) => opened[at]!.statusCode === 200);
  assert.equal(new Set(users).size, 1, 'one person');
  assert.ok(opened.every(({ statusCode }) => statusCode === 200 || statusCode === 404));
});
