import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPayments } from './payments/run-payments.ts';

test('deliveries in any order, repeated, dropped and forged, and kills of the process leave exact books', async () => {
  const told: string[] = [];
  const faults = await runPayments({
    seed: 1,
    deliveries: 200,
    kills: 2,
    isSplit: false,
    tell: (text) => told.push(text),
  });
  assert.deepEqual(faults, [], told.join('\n'));
});
