import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VendorFailure } from '#platform/outgoing/index.ts';
import { outcomeOfFailure, outcomeOfStatus } from './outcome.ts';

const at = new Date('2026-11-01T00:00:00Z');
const price = { unit: 'credit', units: 2, perHitPaise: 500, perMissPaise: 0 } as const;
const none = { units: 0, paise: 0, certain: true };
const possible = { units: 2, paise: 500, certain: false };

const statuses: [status: number, outcome: object][] = [
  [200, { outcome: 'error', code: 'malformed', retryable: false, charge: possible }],
  [202, { outcome: 'error', code: 'malformed', retryable: false, charge: possible }],
  [301, { outcome: 'error', code: 'status_301', retryable: false, charge: none }],
  [400, { outcome: 'error', code: 'status_400', retryable: false, charge: none }],
  [402, { outcome: 'out_of_credits' }],
  [429, { outcome: 'rate_limited', retryAt: new Date('2026-11-01T00:01:00Z') }],
  [451, { outcome: 'refused', because: 'opted_out' }],
  [500, { outcome: 'error', code: 'status_500', retryable: true, charge: possible }],
  [599, { outcome: 'error', code: 'status_599', retryable: true, charge: possible }],
];

for (const [status, expected] of statuses) {
  test(`status ${status} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(outcomeOfStatus({ status, headers: {}, json: null }, at, price), expected);
  });
}

for (const status of [401, 403]) {
  test(`status ${status} names the fix for the operator`, () => {
    const outcome = outcomeOfStatus({ status, headers: {}, json: null }, at, price);
    assert.ok(outcome.outcome === 'misconfigured' && outcome.reason.endsWith('.'));
  });
}

test('a time given by the vendor is used, whatever the status', () => {
  const retryAt = new Date('2026-11-01T02:00:00Z');
  for (const status of [403, 429, 503]) {
    const outcome = outcomeOfStatus({ status, headers: {}, json: null, retryAt }, at, price);
    assert.deepEqual(outcome, { outcome: 'rate_limited', retryAt });
  }
});

const failures: [what: string, failure: VendorFailure, outcome: object][] = [
  [
    'a rest that the vendor asked for',
    { failure: 'breaker_open', because: 'paused', retryAt: at, sent: false, ms: 0 },
    { outcome: 'rate_limited', retryAt: at },
  ],
  [
    'a vendor that keeps failing',
    { failure: 'breaker_open', because: 'failing', retryAt: at, sent: false, ms: 0 },
    { outcome: 'error', code: 'breaker_open', retryable: true, charge: none },
  ],
  [
    'silence after the request',
    { failure: 'timeout', sent: true, ms: 9 },
    { outcome: 'error', code: 'timeout', retryable: true, charge: possible },
  ],
  [
    'silence before it',
    { failure: 'timeout', sent: false, ms: 9 },
    { outcome: 'error', code: 'timeout', retryable: true, charge: none },
  ],
  [
    'an answer that is too large',
    { failure: 'too_large', sent: true, ms: 9 },
    { outcome: 'error', code: 'too_large', retryable: false, charge: possible },
  ],
];

for (const [what, failure, expected] of failures) {
  test(`${what} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(outcomeOfFailure(failure, at, price), expected);
  });
}

test('a free call costs nothing, whatever happens', () => {
  assert.deepEqual(outcomeOfFailure({ failure: 'timeout', sent: true, ms: 1 }, at), {
    outcome: 'error',
    code: 'timeout',
    retryable: true,
    charge: none,
  });
});
