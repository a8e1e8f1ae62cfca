import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { readPincode } from './gstin.ts';
import { readState, stateOf, states, successors } from './states.ts';

const codeOf = (text: string) => {
  const read = readState(text);
  return read.ok ? read.value.code : read.reason;
};

test('there are 28 States, 8 union territories and Other Territory, in the order of their codes', () => {
  const codes = states.map(({ code }) => code);
  assert.equal(codes.length, 28 + 8 + 1);
  assert.deepEqual(codes, [...codes].sort());
});

test('UTGST applies in territories without a legislature, and only there', () => {
  const names = states.filter(({ utgst }) => utgst).map(({ name }) => name);
  assert.deepEqual(names, [
    'Chandigarh',
    'Dadra and Nagar Haveli and Daman and Diu',
    'Lakshadweep',
    'Andaman and Nicobar Islands',
    'Ladakh',
    'Other Territory',
  ]);
});

test('a State is read by its name, in any case and spacing, and by its code', () => {
  const written = fc.tuple(
    fc.constantFrom(...states),
    fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => ` ${name.toLowerCase()} `,
      (name: string) => name.replaceAll(' ', ''),
      (name: string) => name.replaceAll(' ', ' - '),
      (name: string) => name.replaceAll(' and ', ' & '),
    ),
  );
  fc.assert(fc.property(written, ([{ name, code }, write]) => assert.equal(codeOf(write(name)), code)));
  for (const { code } of states) assert.equal(codeOf(code), code);
});

for (const [text, code] of [
  ['Orissa', '21'],
  ['Uttaranchal', '05'],
  ['Pondicherry', '34'],
  ['NCT of Delhi', '07'],
  ['N.C.T. of Delhi', '07'],
  ['New Delhi', '07'],
  ['J&K', '01'],
  ['Daman & Diu', '26'],
  ['Andaman & Nicobar', '35'],
] as const) {
  test(`'${text}' is accepted as ${stateOf(code).name}`, () => assert.equal(codeOf(text), code));
}

for (const [text, suggested] of [
  ['Karnatka', 'Karnataka'],
  ['Chattisgarh', 'Chhattisgarh'],
  ['Telengana', 'Telangana'],
  ['Maharastra', 'Maharashtra'],
  ['tamil naddu', 'Tamil Nadu'],
  ['Orisa', 'Odisha'],
  ['Pudhucherry', 'Puducherry'],
  ['Gao', null],
  ['Bengal', null],
  ['London', null],
  ['', null],
  ['कर्नाटक', null],
  ['x'.repeat(120), null],
] as const) {
  test(`'${text.slice(0, 20)}' is refused and ${suggested ? `${suggested} is suggested` : 'nothing is suggested'}`, () => {
    const read = readState(text);
    assert.ok(!read.ok);
    assert.equal(read.reason, 'unknown_state');
    assert.equal(/Did you mean '([^']+)'/.exec(read.detail)?.[1] ?? null, suggested);
  });
}

test('codes of former States, of the Centre and of countries abroad are not where a buyer is', () => {
  assert.deepEqual(['25', '28', '99', '00', '96', 'Foreign Country'].map(codeOf), [
    ...Array(4).fill('unknown_state'),
    ...Array(2).fill('state_abroad'),
  ]);
  for (const [former, code] of Object.entries(successors)) {
    assert.throws(() => stateOf(former));
    assert.ok(stateOf(code));
  }
});

test('it throws for no text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readState(text)));
});

test('a PIN code may have a space after its third digit, which is removed', () => {
  for (const text of ['560 001', ' 560 001 ', '560\u00a0001'])
    assert.deepEqual(readPincode(text), { ok: true, value: '560001' });
});

test('a PIN code has six ASCII digits, of which the first is not 0', () => {
  for (const text of ['560001', '400001', '110001', '744101', '194101', ' 999999 ']) {
    assert.deepEqual(readPincode(text), { ok: true, value: text.trim() });
  }
  for (const text of [
    '',
    '000001',
    '012345',
    '56000',
    '5600011',
    '56 0001',
    '560  001',
    '5 60001',
    '560\t001',
    '५६०००१',
    '５６０００１',
  ]) {
    assert.equal(readPincode(text).ok, false, text);
  }
});
