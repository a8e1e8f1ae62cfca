import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { escapedJson, eventOf, messagesChange, signatureOf } from '#dev/stand-ins/whatsapp/events.ts';
import { openWebhook } from './webhook.ts';

const appSecret = 'app-secret-of-the-test';
const webhook = openWebhook({ appSecret, verifyToken: 'verify' });

/** As Meta writes it: a name in Hindi, an emoji and a link, all escaped. */
const body = escapedJson(
  eventOf(
    messagesChange({ contacts: [{ profile: { name: 'अनु' } }], messages: [{ text: '👍 https://x.example' }] }),
  ),
);
const bytes = Buffer.from(body);
const signature = signatureOf(body, appSecret);

test('the body is ASCII, with escapes in lower case', () => {
  assert.match(body, /"\\u0905\\u0928\\u0941"/);
  assert.match(body, /"\\ud83d\\udc4d https:\\\/\\\/x\.example"/);
});

test('a signature over the bytes as they were sent is right', () => {
  assert.equal(webhook.isSigned(bytes, signature), true);
});

const forged: [words: string, bytes: Uint8Array, signature: string | undefined][] = [
  ['no signature', bytes, undefined],
  ['an empty signature', bytes, ''],
  ['a signature without its prefix', bytes, signature.slice('sha256='.length)],
  ['a short signature', bytes, signature.slice(0, -2)],
  ['a signature in capitals', bytes, signature.toUpperCase()],
  ['two signatures', bytes, `${signature}, ${signature}`],
  ['a signature that isn’t hexadecimal', bytes, `sha256=${'x'.repeat(64)}`],
  ['a signature by another secret', bytes, signatureOf(body, 'another')],
  ['a signature by SHA-1', bytes, `sha1=${createHmac('sha1', appSecret).update(body).digest('hex')}`],
  ['a body with another byte', Buffer.from(`${body} `), signature],
  ['a body that was parsed and written again', Buffer.from(JSON.stringify(JSON.parse(body))), signature],
  ['no body', Buffer.alloc(0), signature],
];
for (const [words, given, claimed] of forged) {
  test(`${words} is refused`, () => assert.equal(webhook.isSigned(given, claimed), false));
}

test('without a secret every signature is refused, also one by the empty secret', () => {
  const open = openWebhook({ appSecret: '', verifyToken: '' });
  assert.equal(open.isSigned(bytes, signature), false);
  assert.equal(open.isSigned(bytes, signatureOf(body, '')), false);
  assert.equal(open.hasVerifyToken(''), false);
});

test('only the verify token fits', () => {
  assert.deepEqual(['verify', 'verifY', 'verify ', ''].map(webhook.hasVerifyToken), [
    true,
    false,
    false,
    false,
  ]);
});
