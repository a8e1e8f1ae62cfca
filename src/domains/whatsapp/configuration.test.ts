import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#app/start/config.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { newNumber, sentCode, whatsapp } from '#test/support/whatsapp.ts';

const sending = { WHATSAPP_TOKEN: 'EAAG-example-token', WHATSAPP_PHONE_NUMBER_ID: '106540352242922' };

const refused: [environment: Record<string, string>, sentence: RegExp][] = [
  [{ WHATSAPP_TOKEN: 'EAAG-example-token' }, /WHATSAPP_PHONE_NUMBER_ID must be set when WHATSAPP_TOKEN is/],
  [{ WHATSAPP_PHONE_NUMBER_ID: '12345' }, /WHATSAPP_TOKEN must be set when WHATSAPP_PHONE_NUMBER_ID is/],
  [{ WHATSAPP_APP_SECRET: 'x'.repeat(16) }, /WHATSAPP_VERIFY_TOKEN must be set when WHATSAPP_APP_SECRET is/],
  [
    { WHATSAPP_VERIFY_TOKEN: 'x'.repeat(16) },
    /WHATSAPP_APP_SECRET must be set when WHATSAPP_VERIFY_TOKEN is/,
  ],
  [{ WHATSAPP_VERIFY_TOKEN: 'short' }, /WHATSAPP_VERIFY_TOKEN must have at least 16 characters/],
  [{ ...sending, WHATSAPP_PHONE_NUMBER_ID: '+447700900001' }, /must be the id of a phone number/],
  [{ WHATSAPP_TEMPLATE: 'My template' }, /WHATSAPP_TEMPLATE must be the name of a template/],
  [{ WHATSAPP_TEMPLATE_LANGUAGE: 'English' }, /WHATSAPP_TEMPLATE_LANGUAGE must be a language code/],
  [
    { NODE_ENV: 'production', WHATSAPP_BASE_URL: 'http://127.0.0.1:4690/v25.0' },
    /WHATSAPP_BASE_URL must be the vendor's own address/,
  ],
];
for (const [environment, sentence] of refused) {
  test(`the service does not start with ${JSON.stringify(environment)}`, () => {
    assert.throws(() => readConfig(environment), sentence);
  });
}

test('Meta’s own address may have another version, in production too', () => {
  readConfig({ NODE_ENV: 'production', WHATSAPP_BASE_URL: 'https://graph.facebook.com/v26.0', ...sending });
});

test('without a token, codes go to the outbox, until they expire', async () => {
  await using service = await testService();
  const [{ accountId }, number] = [await givenAccount(service.database.db), newNumber()];
  const code = await sentCode(service, accountId, number);
  const { items } = await asOperator(service, 'GET', '/api/v1/admin/outbox');
  assert.deepEqual([items[0].whatsapp, items[0].code], [number, code]);
});

test('in production there is no outbox, and without a token no code can be sent', async () => {
  await using service = await testService({ environment: { NODE_ENV: 'production' } });
  const { accountId } = await givenAccount(service.database.db);
  const outbox = await service.admin('GET', '/api/v1/admin/outbox');
  assert.deepEqual([outbox.statusCode, outbox.json().code], [409, 'outbox_off']);
  const start = await whatsapp(service, 'start', { account_id: accountId, whatsapp: newNumber() });
  assert.deepEqual([start.statusCode, start.json().code], [503, 'messaging_unavailable']);
  assert.equal(start.headers['retry-after'], '3600');
});

test('with a token there is no outbox', async () => {
  await using service = await testService({ environment: sending });
  assert.equal((await service.admin('GET', '/api/v1/admin/outbox')).json().code, 'outbox_off');
});
