import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../port.ts';
import { costOf } from './call-cost.ts';

const price = { unit: 'credit', units: 2, perHitPaise: 700, perMissPaise: 0 } as const;
const none = { units: 0, paise: 0, certain: true };
const charged = { units: 1, paise: 350, certain: true };
const possible = { units: 2, paise: 700, certain: false };

const outcomes: [words: string, outcome: Outcome, byCredit: number, byCall: number][] = [
  ['a free miss', { outcome: 'not_found', authoritative: true, charge: none }, 0, 400],
  ['a charged miss', { outcome: 'not_found', authoritative: false, charge: charged }, 350, 400],
  ['a person who objected', { outcome: 'refused', because: 'opted_out' }, 0, 400],
  [
    'an answer that came too late',
    { outcome: 'pending', ticket: 't', pollAfterMs: 1, charge: none },
    700,
    400,
  ],
  [
    'a call without an answer',
    { outcome: 'error', code: 'timeout', retryable: true, charge: possible },
    700,
    400,
  ],
  ['a call that was never sent', { outcome: 'error', code: 'connect', retryable: true, charge: none }, 0, 0],
  ['a call too many', { outcome: 'rate_limited', retryAt: new Date(0) }, 0, 0],
];

for (const [words, outcome, byCredit, byCall] of outcomes) {
  test(`${words} costs ${byCredit} paise by the credit and ${byCall} by the call`, () => {
    assert.equal(costOf(outcome, price, undefined).paise, byCredit);
    assert.equal(costOf(outcome, price, 400).paise, byCall);
  });
}
