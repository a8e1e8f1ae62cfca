import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openCloudApiStandIn, standInSecrets } from '#dev/stand-ins/whatsapp/cloud-api-stand-in.ts';
import type { SentCode } from '#dev/stand-ins/whatsapp/judge-message.ts';
import { failingNumber } from '#dev/stand-ins/whatsapp/magic-numbers.ts';
import { openWebhookCaller } from '#dev/stand-ins/whatsapp/webhook-caller.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { newNumber, webhookPath, whatsapp } from '#test/support/whatsapp.ts';

/** Every line, at every level. */
function openLines() {
  const lines: string[] = [];
  const write = (fields: object, message: string) => void lines.push(JSON.stringify([fields, message]));
  return { lines, log: { debug: write, info: write, warn: write, error: write } };
}

test('a code goes to the vendor over HTTP, its events come back, it binds the number, and no log shows either', async () => {
  await using standIn = await openCloudApiStandIn();
  const { lines, log } = openLines();
  await using service = await testService({ environment: standIn.environment, log });
  await service.app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.server.address() as AddressInfo;
  const meta = openWebhookCaller({ url: `http://127.0.0.1:${port}${webhookPath}`, ...standInSecrets });
  assert.equal(await meta.shakeHands(), true);

  const start = async (number: string): Promise<{ accountId: string; sent: SentCode }> => {
    const { accountId } = await givenAccount(service.database.db);
    const response = await whatsapp(service, 'start', { account_id: accountId, whatsapp: number });
    assert.equal(response.statusCode, 200, response.body);
    const sent = standIn.outbox.at(-1)!;
    await meta.report(sent);
    return { accountId, sent };
  };
  const deliveryFor = async (accountId: string) =>
    (await service.admin('GET', `/api/v1/admin/whatsapp/messages?account_id=${accountId}`)).json().items[0];

  const { accountId, sent } = await start(newNumber());
  assert.equal((await deliveryFor(accountId)).delivery, 'read');
  const body = { account_id: accountId, whatsapp: sent.to, code: sent.code };
  assert.equal((await whatsapp(service, 'confirm', body)).json().state, 'verified');
  assert.equal((await deliveryFor(accountId)).confirmed, true);

  const { accountId: other } = await start(failingNumber(131026));
  assert.deepEqual((await deliveryFor(other)).error_code, 131026);

  assert.ok(lines.length > 0);
  const shown = lines.filter((line) =>
    standIn.outbox.some(({ to, code }) => [to.slice(1), `"${code}"`].some((each) => line.includes(each))),
  );
  assert.deepEqual(shown, []);
});
