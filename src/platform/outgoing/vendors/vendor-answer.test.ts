import assert from 'node:assert/strict';
import { test } from 'node:test';
import { healthOf, type VendorFailure, type VendorResult } from './vendor-answer.ts';

const answer = (status: number): VendorResult => ({ status, headers: {}, json: null, text: '', ms: 10 });
const failure = (kind: VendorFailure['failure'], ms = 10, code = ''): VendorResult => ({
  failure: kind,
  sent: true,
  ms,
  code,
});

const cases: [string, VendorResult, string][] = [
  ['a 200', answer(200), 'well'],
  ['a 404', answer(404), 'well'],
  ['a 429', answer(429), 'well'],
  ['a 499', answer(499), 'well'],
  ['a 500', answer(500), 'failing'],
  ['a 503', answer(503), 'failing'],
  ['a broken connection', failure('network'), 'failing'],
  ['an answer that is too large', failure('too_large'), 'well'],
  ['an answer that is not JSON', failure('malformed'), 'well'],
  ['a call that was given up', failure('aborted'), 'unknown'],
  ['silence for half of the time', failure('timeout', 500), 'failing'],
  ['silence for less, the rest spent in the queue', failure('timeout', 499), 'unknown'],
  ['a connection that took too long', failure('timeout', 100, 'UND_ERR_CONNECT_TIMEOUT'), 'failing'],
];

for (const [what, result, health] of cases) {
  test(`${what} means ${health}`, () => assert.equal(healthOf(result, 1000), health));
}
