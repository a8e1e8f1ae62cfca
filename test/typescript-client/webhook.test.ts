import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { verifyWebhook, WebhookError } from '../../clients/typescript/src/index.ts';

const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`;
const secret = secretOf('a');
const body =
  '{"type":"job.completed","timestamp":"2026-11-23T01:08:27.000Z","data":{"id":"job_1","name":"Añjali"}}';

const signed = ({ by = secret as string | string[], sentAt = new Date() } = {}) =>
  webhookHeaders(by, { id: 'msg_1', sentAt, body });
const refused = (message: RegExp) => (error: unknown) =>
  error instanceof WebhookError && message.test(error.message);

test('a message of the service is verified and comes as its typed event, whichever form its parts have', async () => {
  const headers = signed();
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  const bytes = Buffer.from(body);

  for (const form of [
    { body, headers },
    { body: bytes, headers: new Headers(headers) },
    { body: new Uint8Array(bytes).buffer, headers: upper },
  ]) {
    const event = await verifyWebhook({ ...form, secret });
    assert.ok(event.type === 'job.completed');
    assert.deepEqual([event.id, event.data.name], ['msg_1', 'Añjali']);
  }
});

test('while a secret is replaced, the old and the new one are good', async () => {
  const headers = signed({ by: [secretOf('b'), secret] });

  await verifyWebhook({ body, headers, secret });
  await verifyWebhook({ body, headers: signed(), secret: [secretOf('c'), secret] });
  await assert.rejects(verifyWebhook({ body, headers, secret: secretOf('c') }), refused(/No signature/));
  await assert.rejects(verifyWebhook({ body, headers, secret: [] }), refused(/No signature/));
});

test('another body, id, time or signature is refused', async () => {
  const headers = signed();
  const changed = [
    { body: `${body} `, headers },
    { body, headers: { ...headers, 'webhook-id': 'msg_2' } },
    { body, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
    { body, headers: { ...headers, 'webhook-signature': 'v1,' } },
    { body, headers: { ...headers, 'webhook-signature': 'v1,%%% v2,AAAA' } },
    {
      body,
      headers: { ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v1a,') },
    },
  ];
  for (const message of changed)
    await assert.rejects(verifyWebhook({ ...message, secret }), refused(/No signature/));
  for (const name of Object.keys(headers))
    await assert.rejects(
      verifyWebhook({ body, headers: { ...headers, [name]: undefined }, secret }),
      refused(/not signed/),
    );
});

test('a time more than the tolerance away is refused, before and after', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const at = (seconds: number) => signed({ sentAt: new Date(1_800_000_000_000 + seconds * 1000) });
  const verify = (seconds: number, tolerance?: number) =>
    verifyWebhook({ body, headers: at(seconds), secret, tolerance });

  for (const seconds of [-300, 300]) await verify(seconds);
  for (const seconds of [-301, 301]) await assert.rejects(verify(seconds), refused(/time of the message/));
  await verify(-3600, 3600);
  const headers = { ...signed(), 'webhook-timestamp': 'NaN' };
  await assert.rejects(verifyWebhook({ body, headers, secret }), refused(/time of the message/));
});

test('a secret that is none is a mistake of the caller, not of the message', async () => {
  for (const wrong of ['', 'whsec_', 'whsec_%', secret.slice('whsec_'.length)])
    await assert.rejects(verifyWebhook({ body, headers: signed(), secret: wrong }), TypeError);
});
