import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isWebhookSecret, webhookHeaders } from './standard-webhooks.ts';

const bytes = Buffer.from('a secret of thirty-two bytes 012', 'utf8');
const secret = `whsec_${bytes.toString('base64')}`;
const message = { id: 'msg_1', sentAt: new Date('2026-03-01T00:00:00.999Z'), body: '{"test":"ü"}' };

test('a receiver can verify a message with only the secret and what it received', () => {
  const headers = webhookHeaders(secret, message);
  assert.equal(headers['webhook-timestamp'], String(Date.UTC(2026, 2, 1) / 1000));
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${message.body}`;
  const expected = createHmac('sha256', bytes).update(signed, 'utf8').digest('base64');
  assert.equal(headers['webhook-signature'], `v1,${expected}`);
});

test('a different body, id, time or secret gives a different signature', () => {
  const of = (parts: Partial<typeof message>, key = secret) =>
    webhookHeaders(key, { ...message, ...parts })['webhook-signature'];
  const signatures = [
    of({}),
    of({ body: '{}' }),
    of({ id: 'msg_2' }),
    of({ sentAt: new Date('2026-03-01T00:00:01Z') }),
    of({}, `whsec_${Buffer.alloc(32).toString('base64')}`),
  ];
  assert.equal(new Set(signatures).size, signatures.length);
});

for (const [text, fits] of [
  [secret, true],
  [`whsec_${Buffer.alloc(24).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(64).toString('base64')}`, true],
  [`whsec_${Buffer.alloc(23).toString('base64')}`, false],
  [`whsec_${Buffer.alloc(65).toString('base64')}`, false],
  [bytes.toString('base64'), false],
  ['whsec_', false],
  ['whsec_not base64 at all, whatever its length is', false],
] as const) {
  test(`${text.slice(0, 24)}… of ${text.length} characters is ${fits ? 'a' : 'not a'} secret`, () => {
    assert.equal(isWebhookSecret(text), fits);
  });
}
