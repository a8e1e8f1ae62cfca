import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { whileAnswerIsLost } from '#test/support/failing-database.ts';
import { customer, find, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;

before(async () => {
  service = await testService();
  await importRows(service, 'profile_url,email\nlinkedin.com/in/asha-tester,asha@works.example\n');
});
after(() => service[Symbol.asyncDispose]());

for (const [words, headers] of [
  ['without an idempotency key', {}],
  ['with an idempotency key', { 'idempotency-key': 'once' }],
] as const) {
  test(`a lookup ${words} that took the last credit is answered though the database’s word of it is lost`, async () => {
    const account = await customer(service, 1);
    const response = await whileAnswerIsLost('lookup_answer_batch', () =>
      find(service, account, 'linkedin.com/in/asha-tester', headers),
    );

    assert.equal(response.statusCode, 200, response.body);
    const { status, credits } = response.json();
    assert.deepEqual(
      [status, credits],
      ['completed', { charged: 1, remaining: 0, reason: 'completed_lookup' }],
    );
    const usage = (await service.withKey(account.key, 'GET', '/api/v1/usage')).json();
    assert.deepEqual([usage.total, usage.summary.credits], [1, 1]);
  });
}
