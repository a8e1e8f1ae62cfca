import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupedInIndia, rupeesOf } from './money.ts';

test('paise are shown as whole rupees in lakhs and crores', () => {
  assert.deepEqual([0, 49_900, 12_345_600, 1_234_567_800].map(rupeesOf), [
    '₹0',
    '₹499',
    '₹1,23,456',
    '₹1,23,45,678',
  ]);
});

test('numbers are grouped by three digits and then by two', () => {
  assert.deepEqual([999, 1_000, 1_234_567].map(groupedInIndia), ['999', '1,000', '12,34,567']);
});
