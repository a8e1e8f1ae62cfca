import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { blocksOf, curlRequest } from './support/guide.ts';
import { givenAccount } from './support/kit.ts';
import { testSecrets, testService } from './support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const variables = { INTERNAL_SECRET: testSecrets.internal_secret };

test("the guide's commands onboard an account and change its profile", async () => {
  await givenAccount(service.database.db, { accountId: 'acme-42' });
  const blocks = [
    ...blocksOf('identity.md', 'Onboarding'),
    ...blocksOf('identity.md', 'The business profile'),
  ];
  const answers = [];
  for (const { language, text } of blocks) {
    if (language !== 'sh') continue;
    const { method, path, ...options } = curlRequest(text, variables);
    const response = await service.request(method, path, options);
    assert.equal(response.statusCode, 200, `${path}: ${response.body}`);
    answers.push(response.json());
  }
  const [started, changed] = answers;
  assert.deepEqual(
    [started.state, started.business_profile.state, changed.state],
    ['complete', 'Karnataka', 'Goa'],
  );
});
