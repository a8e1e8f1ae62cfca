import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { readGstin } from './gstin.ts';

// The PANs are made up. The first three are the numbers that forms print as examples, with the check digit they should have.
const valid = ['29ABCDE1234F1ZW', '22AAAAA0000A1ZC', '12AAAAA0000A1ZD'];
for (const number of valid) {
  test(`${number} is a GSTIN`, () => {
    assert.deepEqual(readGstin(number), { ok: true, value: { number, stateCode: number.slice(0, 2) } });
  });
}

test('lower case and spaces around it are accepted', () => {
  assert.deepEqual(readGstin(' 29abcde1234f1zw\n'), readGstin('29ABCDE1234F1ZW'));
});

const refusals: [text: string, reason: string][] = [
  ['', 'gstin_form'],
  ['29ABCDE1234F1Z', 'gstin_form'],
  ['29ABCDE1234F1ZWW', 'gstin_form'],
  ['29 ABCDE1234F1ZW', 'gstin_form'],
  ['00ABCDE1234F1ZW', 'gstin_form'],
  ['39ABCDE1234F1ZW', 'gstin_form'],
  ['95ABCDE1234F1ZW', 'gstin_form'],
  ['98ABCDE1234F1ZW', 'gstin_form'],
  ['29ABCDE1234F0ZW', 'gstin_form'],
  ['29ABCD11234F1ZW', 'gstin_form'],
  ['२९ABCDE1234F1ZW', 'gstin_form'],
  ['29AB\u017fDE1234F1ZW', 'gstin_form'],
  ['29ABCDE1234F1CW', 'gstin_kind'],
  ['29ABCDE1234F1DW', 'gstin_kind'],
  ['29ABCDE1234F1Z5', 'gstin_check_digit'],
  ['22AAAAA0000A1Z5', 'gstin_check_digit'],
];
for (const [text, reason] of refusals) {
  test(`'${text}' is refused as ${reason}`, () => {
    const read = readGstin(text);
    assert.equal(read.ok ? 'accepted' : read.reason, reason);
  });
}

const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const withEachDigit = (body: string) => digits.map((digit) => readGstin(body + digit)).filter(({ ok }) => ok);

for (const code of ['04', '25', '26', '28', '36', '37', '38', '96', '97', '99']) {
  test(`numbers that start with ${code} exist`, () => {
    assert.equal(withEachDigit(`${code}ABCDE1234F1Z`).length, 1);
  });
}

const letter = fc.constantFrom(...digits.slice(10));
const digit = fc.constantFrom(...digits.slice(0, 10));
const body = fc
  .tuple(
    fc.constantFrom('01', '09', '19', '27', '38', '97'),
    fc.array(letter, { minLength: 5, maxLength: 5 }),
    fc.array(digit, { minLength: 4, maxLength: 4 }),
    letter,
    fc.constantFrom(...digits.slice(1)),
  )
  .map((parts) => `${parts.flat().join('')}Z`);
const gstin = body.map((text) => {
  const [only] = withEachDigit(text);
  return only!.ok ? only!.value.number : '';
});

test('exactly one check digit fits', () => {
  fc.assert(fc.property(body, (text) => assert.equal(withEachDigit(text).length, 1)));
});

test('every number with one other character is refused', () => {
  fc.assert(
    fc.property(gstin, (number) => {
      for (let at = 0; at < number.length; at += 1) {
        for (const other of digits) {
          if (other === number[at]) continue;
          const changed = number.slice(0, at) + other + number.slice(at + 1);
          assert.equal(readGstin(changed).ok, false, changed);
        }
      }
    }),
  );
});

test('every number with two neighbours swapped is refused', () => {
  fc.assert(
    fc.property(gstin, fc.nat(13), (number, at) => {
      const swapped = number.slice(0, at) + number[at + 1] + number[at] + number.slice(at + 2);
      assert.equal(readGstin(swapped).ok, swapped === number, swapped);
    }),
    { numRuns: 1000 },
  );
});

test('it throws for no text, and reads its own output unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), gstin), (text) => {
      const read = readGstin(text);
      if (read.ok) assert.deepEqual(readGstin(read.value.number), read);
    }),
  );
});
