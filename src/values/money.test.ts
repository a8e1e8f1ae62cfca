import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupedInIndia, rupeesAndPaiseOf, rupeesOf } from './money.ts';
import { rupeesInWords } from './money-in-words.ts';

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

test('paise are shown with two digits after the point', () => {
  assert.deepEqual([99_900, 8_466_102, 5, 100_000_000].map(rupeesAndPaiseOf), [
    '₹999.00',
    '₹84,661.02',
    '₹0.05',
    '₹10,00,000.00',
  ]);
});

for (const [paise, words] of [
  [9_900, 'Ninety Nine Rupees Only'],
  [100, 'One Rupee Only'],
  [150, 'One Rupee And Fifty Paise Only'],
  [84_661_02, 'Eighty Four Thousand Six Hundred Sixty One Rupees And Two Paise Only'],
  [101_000_000, 'Ten Lakh Ten Thousand Rupees Only'],
  [1_00_00_000_29, 'One Crore Rupees And Twenty Nine Paise Only'],
] as const) {
  test(`${paise} paise are '${words}'`, () => assert.equal(rupeesInWords(paise), words));
}
