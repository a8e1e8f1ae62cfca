import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#app/start/config.ts';
import { InvalidValue } from '#core/environment.ts';
import { refusedProviderVariables } from '../providers.ts';
import { razorpay } from './provider.ts';

const whole = {
  ...readConfig({ NODE_ENV: 'production' }),
  RAZORPAY_KEY_ID: 'rzp_live_4mAYQ7rYV0bIqJ',
  RAZORPAY_KEY_SECRET: 'a-key-secret',
  RAZORPAY_WEBHOOK_SECRET: ['a-webhook-secret-of-the-tests'],
  RAZORPAY_BASE_URL: 'https://api.razorpay.com',
};

test('a whole configuration, and none at all, are accepted', () => {
  assert.deepEqual(refusedProviderVariables(whole), []);
  const none = { RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '', RAZORPAY_WEBHOOK_SECRET: [] };
  assert.deepEqual(refusedProviderVariables({ ...whole, ...none }), []);
});

for (const missing of ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const) {
  test(`a configuration without ${missing} is a sentence`, () => {
    const empty = missing === 'RAZORPAY_WEBHOOK_SECRET' ? [] : '';
    const [problem, ...others] = refusedProviderVariables({ ...whole, [missing]: empty });
    assert.match(
      problem ?? '',
      new RegExp(`^${missing} must be set when RAZORPAY_\\w+ and RAZORPAY_\\w+ are set$`),
    );
    assert.deepEqual(others, []);
  });
}

test('another base URL is refused without stand-ins, and for a live key everywhere', () => {
  const standIn = { ...whole, RAZORPAY_BASE_URL: 'http://127.0.0.1:4780' };
  assert.match(refusedProviderVariables(standIn)[0] ?? '', /unless VENDOR_STAND_INS is on/);
  assert.match(refusedProviderVariables({ ...standIn, NODE_ENV: 'test' })[0] ?? '', /live key/);
  const testing = { ...standIn, RAZORPAY_KEY_ID: 'rzp_test_4mAYQ7rYV0bIqJ' };
  assert.deepEqual(refusedProviderVariables({ ...testing, NODE_ENV: 'test' }), []);
  assert.match(refusedProviderVariables(testing)[0] ?? '', /unless VENDOR_STAND_INS is on/);
});

test('webhook secrets are the current one and previous ones, each long enough', () => {
  const { read } = razorpay.variables.RAZORPAY_WEBHOOK_SECRET;
  assert.deepEqual(read('current-secret-1, previous-secret1'), ['current-secret-1', 'previous-secret1']);
  for (const text of [',', 'short', 'current-secret-1,short']) assert.throws(() => read(text), InvalidValue);
});

test('a key id says whether it is for tests', () => {
  const { read } = razorpay.variables.RAZORPAY_KEY_ID;
  assert.equal(read('rzp_test_4mAYQ7rYV0bIqJ'), 'rzp_test_4mAYQ7rYV0bIqJ');
  for (const text of ['4mAYQ7rYV0bIqJ', 'rzp_', 'rzp_demo_4mAYQ7rYV0bIqJ'])
    assert.throws(() => read(text), InvalidValue);
});
