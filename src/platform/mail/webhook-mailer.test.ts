import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { openOutgoing } from '#platform/outgoing/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { type MailWebhook, openMailWebhook } from '#test/support/mail-webhook.ts';
import { openWebhookMailer } from './webhook-mailer.ts';

const mail = {
  id: 'opt_1',
  to: 'jane@example.com',
  template: 'opt_out',
  values: { token: 'abc' },
  subject: 'Confirm',
  text: 'Grüße',
  html: '<p>Grüße</p>',
};

function mailerFor({ url, secret }: Pick<MailWebhook, 'url' | 'secret'>) {
  const crawler = { product: 'contactry-test', version: '1', contactUrl: 'https://contactry.example/' };
  const outgoing = openOutgoing({ crawler });
  const clock = manualClock();
  const mailer = openWebhookMailer({ url, secret, openClient: outgoing.vendorClient, clock });
  return { mailer, clock, [Symbol.asyncDispose]: () => outgoing.close() };
}

test('a mail is one signed POST to exactly the configured address', async () => {
  await using webhook = await openMailWebhook();
  await using sender = mailerFor(webhook);

  assert.equal(await sender.mailer.deliver(mail), 'accepted');

  const [call] = webhook.calls;
  assert.deepEqual([webhook.calls.length, call!.path], [1, '/mails?of=contactry']);
  assert.equal(call!.headers['content-type'], 'application/json');
  const { id, ...data } = mail;
  const sentAt = sender.clock.now();
  assert.deepEqual(JSON.parse(call!.body), {
    type: 'mail.requested',
    timestamp: sentAt.toISOString(),
    data,
  });
  for (const [name, value] of Object.entries(
    webhookHeaders(webhook.secret, { id, sentAt, body: call!.body }),
  )) {
    assert.equal(call!.headers[name], value, name);
  }
});

for (const [status, delivery] of [
  [200, 'accepted'],
  [204, 'accepted'],
  [302, 'unreachable'],
  [400, 'refused'],
  [401, 'unreachable'],
  [404, 'unreachable'],
  [410, 'address_refused'],
  [422, 'refused'],
  [429, 'unreachable'],
  [500, 'unreachable'],
  [503, 'unreachable'],
] as const) {
  test(`a response of ${status} counts as ${delivery}, after one POST`, async () => {
    await using webhook = await openMailWebhook();
    await using sender = mailerFor(webhook);
    webhook.status = status;
    assert.equal(await sender.mailer.deliver(mail), delivery);
    assert.equal(webhook.calls.length, 1);
  });
}

test('a sender that is down is unreachable, and nothing is thrown', async () => {
  const webhook = await openMailWebhook();
  await webhook[Symbol.asyncDispose]();
  await using sender = mailerFor(webhook);
  assert.equal(await sender.mailer.deliver(mail), 'unreachable');
});
