import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { businessProfile } from '#test/support/business-profile.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { versionInForce } from '#test/support/settings.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const call = async (path: string, body: object) => {
  const response = await service.internal('POST', `/internal/identity/${path}`, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
async function requireNumbers(whatsapp_required: boolean) {
  await asOperator(service, 'PATCH', '/api/v1/admin/platform', {
    changes: { whatsapp_required },
    reason: 'a test',
    expected_version: await versionInForce(service),
  });
  const { accountId } = await givenAccount(service.database.db);
  await eventually(async () =>
    assert.equal((await call('whatsapp/status', { account_id: accountId })).required, whatsapp_required),
  );
}
const progressOf = async (accountId: string) => {
  const path = `/internal/identity/onboarding/status?account_id=${accountId}`;
  const { state, steps, missing } = (await service.internal('GET', path)).json();
  return { state, steps, missing };
};
async function started(accountId: string) {
  const email = `${accountId}@example.com`;
  await givenAccount(service.database.db, { accountId, email });
  await call('onboarding/start', {
    account_id: accountId,
    email,
    ...businessProfile,
  });
}

test('onboarding is complete without a number only while none is required', async () => {
  await started('no-number');
  const steps = ['email', 'business_profile'];
  assert.deepEqual(await progressOf('no-number'), { state: 'in_progress', steps, missing: ['whatsapp'] });
  await requireNumbers(false);
  assert.deepEqual(await progressOf('no-number'), { state: 'complete', steps, missing: [] });
  await requireNumbers(true);
  assert.deepEqual(await progressOf('no-number'), { state: 'in_progress', steps, missing: ['whatsapp'] });
});

test('a number counts when its code is confirmed, and not when it was only recorded', async () => {
  await started('number');
  const number = { account_id: 'number', whatsapp: '+447700900123' };
  await requireNumbers(false);
  await call('whatsapp/pending', number);
  await requireNumbers(true);
  assert.deepEqual((await progressOf('number')).missing, ['whatsapp']);

  await call('whatsapp/start', number);
  const { items } = await asOperator(service, 'GET', '/api/v1/admin/outbox');
  await call('whatsapp/confirm', { ...number, code: items[0].code });
  const steps = ['email', 'whatsapp', 'business_profile'];
  assert.deepEqual(await progressOf('number'), { state: 'complete', steps, missing: [] });
});
