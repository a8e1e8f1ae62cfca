import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { claimHandles } from '#domains/identity/index.ts';
import { businessProfile } from '#test/support/business-profile.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const email = 'asha@locked.example';

const locks = [
  { subject_type: 'account', subject: 'to-lock' },
  { subject_type: 'email', subject: email },
  { subject_type: 'email_domain', subject: 'locked.example' },
  { subject_type: 'provider_user', subject: 'google:to-lock' },
];

test('an account that is locked by any of its names changes nothing', async () => {
  const { account } = await givenAccount(db, { accountId: 'to-lock', email });
  await claimHandles(db, account, [{ kind: 'provider_user', value: 'google:to-lock' }]);
  const steps = [
    ['POST', 'onboarding/start', { email, ...businessProfile }],
    ['POST', 'onboarding/verify-email', { email }],
    ['PATCH', 'business-profile', businessProfile],
  ] as const;
  for (const lock of locks) {
    await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
    for (const [method, path, body] of steps) {
      const named = { account_id: 'to-lock', ...body };
      const response = await service.internal(method, `/internal/identity/${path}`, named);
      assert.deepEqual([response.statusCode, response.json().code], [403, 'account_locked'], path);
    }
    await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', lock);
  }
});

test('an account without an email does not get a locked one', async () => {
  await givenAccount(db, { accountId: 'no-email' });
  const lock = { subject_type: 'email', subject: 'unwanted@example.com' };
  await asOperator(service, 'POST', '/api/v1/admin/locks', lock);
  const body = { account_id: 'no-email', email: 'unwanted@example.com', ...businessProfile };
  const response = await service.internal('POST', '/internal/identity/onboarding/start', body);
  assert.deepEqual([response.statusCode, response.json().code], [403, 'account_locked']);
});
