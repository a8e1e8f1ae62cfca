import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { blocksOf, curlRequest } from './support/guide.ts';
import { testSecrets, testService } from './support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const variables: Record<string, string> = {
  INTERNAL_SECRET: testSecrets.internal_secret,
  ADMIN_SECRET: testSecrets.admin_secret,
};

const blocks = blocksOf('identity.md', 'From the first attempt to a proved number');
const steps = blocks.flatMap(({ language, text }, at) =>
  language === 'sh' && text.startsWith('curl ')
    ? [{ command: text, shown: JSON.parse(blocks[at + 1]!.text) }]
    : [],
);

test('the guide walks through every call of a dashboard', () => {
  assert.deepEqual(
    steps.map(({ command }) => /127\.0\.0\.1:8080([^\s"?]+)/.exec(command)![1]),
    [
      '/internal/identity/vet',
      '/internal/identity/register',
      '/internal/identity/locked',
      '/internal/identity/session',
      '/internal/identity/onboarding/start',
      '/internal/identity/whatsapp/start',
      '/api/v1/admin/outbox',
      '/internal/identity/whatsapp/confirm',
      '/internal/identity/onboarding/status',
    ],
  );
});

test("the guide's commands lead from the first attempt to a proved number, with the answers that it shows", async () => {
  for (const { command, shown } of steps) {
    const { method, path, ...options } = curlRequest(command, variables);
    const response = await service.request(method, path, options);
    assert.equal(response.statusCode, 200, `${path}: ${response.body}`);
    assert.partialDeepStrictEqual(response.json(), shown);
    const [message] = response.json().items ?? [];
    if (message) variables.CODE = message.code;
  }
});
