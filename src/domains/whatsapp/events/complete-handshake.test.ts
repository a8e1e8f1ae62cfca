import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testService, testWhatsApp } from '#test/support/service.ts';
import { webhookPath } from '#test/support/whatsapp.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());

const good = {
  'hub.mode': 'subscribe',
  'hub.challenge': '1158201444',
  'hub.verify_token': testWhatsApp.WHATSAPP_VERIFY_TOKEN,
};
const shake = (query: Record<string, string> | string) =>
  service.request('GET', `${webhookPath}?${new URLSearchParams(query)}`);

test('the right token gets the bare challenge as plain text', async () => {
  const response = await shake(good);
  assert.deepEqual([response.statusCode, response.body], [200, '1158201444']);
  assert.match(String(response.headers['content-type']), /^text\/plain/);
});

const refused: [words: string, query: Record<string, string> | string][] = [
  ['another token', { ...good, 'hub.verify_token': 'another' }],
  ['an empty token', { ...good, 'hub.verify_token': '' }],
  ['another mode', { ...good, 'hub.mode': 'unsubscribe' }],
  ['no challenge', { ...good, 'hub.challenge': '' }],
  ['a challenge that is a page', { ...good, 'hub.challenge': '<script>' }],
  ['nothing', ''],
  ['two tokens', `${new URLSearchParams(good)}&hub.verify_token=${testWhatsApp.WHATSAPP_VERIFY_TOKEN}`],
  ['two challenges', `${new URLSearchParams(good)}&hub.challenge=1`],
  ['two modes', `hub.mode=subscribe&${new URLSearchParams(good)}`],
];
for (const [words, query] of refused) {
  test(`a handshake with ${words} is 403`, async () => {
    const response = await shake(query);
    assert.deepEqual([response.statusCode, response.json().code], [403, 'handshake_refused']);
  });
}

test('without a configured token every handshake is 403', async () => {
  await using closed = await testService({
    environment: { WHATSAPP_APP_SECRET: '', WHATSAPP_VERIFY_TOKEN: '' },
  });
  for (const token of ['', 'undefined', 'null']) {
    const query = new URLSearchParams({ ...good, 'hub.verify_token': token });
    assert.equal((await closed.request('GET', `${webhookPath}?${query}`)).statusCode, 403);
  }
});
