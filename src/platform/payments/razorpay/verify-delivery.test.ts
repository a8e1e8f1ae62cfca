import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyDelivery } from './read-delivery.ts';

const [current, previous] = ['current-secret-of-the-tests', 'previous-secret-of-the-tests'];
const body = Buffer.from('{"event":"payment.captured","note":"\\u20b9 ü"}');
const signed = (secret: string, bytes = body) => ({
  'x-razorpay-signature': createHmac('sha256', secret).update(bytes).digest('hex'),
  'x-razorpay-event-id': 'evt_1',
});
const verify = (headers: Record<string, string | undefined>, bytes = body, secrets = [current, previous]) =>
  verifyDelivery({ body: bytes, headers }, secrets);

for (const secret of [current, previous]) {
  test(`a delivery signed with the ${secret.split('-')[0]} secret is verified, with its event id and type`, () => {
    const verified = verify(signed(secret));
    assert.ok(verified.ok);
    assert.deepEqual([verified.event, verified.type], ['evt_1', 'payment.captured']);
  });
}

test("a signature of Razorpay's own example is verified", () => {
  // The public example of razorpay-node's test suite (test/utils/razorpay-utils.spec.js).
  const example = Buffer.from('{"a":1,"b":2,"c":{"d":3}}');
  const headers = {
    'x-razorpay-signature': '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc',
  };
  assert.ok(verify(headers, example, ['123456']).ok);
});

const { 'x-razorpay-signature': good } = signed(current);
const wrong: [what: string, signature: string][] = [
  ['of another secret', signed('another-secret-of-the-tests')['x-razorpay-signature']],
  ['of other bytes', signed(current, Buffer.from('{}'))['x-razorpay-signature']],
  ['that is cut off', good.slice(0, 63)],
  ['with something behind it', `${good}0`],
  ['in capitals', good.toUpperCase()],
  ['that is no hex', 'ü'.repeat(64)],
];
for (const [what, signature] of wrong) {
  test(`a signature ${what} is wrong`, () => {
    assert.deepEqual(verify({ 'x-razorpay-signature': signature }), { ok: false, reason: 'wrong_signature' });
  });
}

test('a body that was parsed and written again is refused', () => {
  const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
  assert.deepEqual(verify(signed(current), rewritten), { ok: false, reason: 'wrong_signature' });
});

test('a missing or empty signature, no secret, and a signed body that is not an object are told apart', () => {
  assert.deepEqual(verify({}), { ok: false, reason: 'missing_signature' });
  assert.deepEqual(verify({ 'x-razorpay-signature': '' }), { ok: false, reason: 'missing_signature' });
  assert.deepEqual(verify(signed(current), body, []), { ok: false, reason: 'not_configured' });
  for (const text of ['', 'not json', '[]', '"text"', 'null']) {
    const bytes = Buffer.from(text);
    assert.deepEqual(verify(signed(current, bytes), bytes), { ok: false, reason: 'not_json' });
  }
});

test('a delivery without an event id is verified: the id is not signed, so nothing rests on it', () => {
  const verified = verify({ 'x-razorpay-signature': good });
  assert.ok(verified.ok);
  assert.equal(verified.event, null);
});
