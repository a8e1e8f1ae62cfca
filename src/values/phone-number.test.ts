import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { normalisePhone } from './phone-number.ts';

const us = { number: '+12025550123', country: 'US', type: 'fixed_line_or_mobile' };
const london = { number: '+442079460123', country: 'GB', type: 'fixed_line' };
const drama = { number: '+447700900123', country: 'GB', type: 'mobile' };

const accepted: [raw: string, country: string | undefined, value: object][] = [
  ['+12025550123', undefined, us],
  [' +1 (202) 555-0123 ', undefined, us],
  ['+1 202 555 0123 ext. 45', undefined, { ...us, extension: '45' }],
  ['+1-202-555-0123 x45', undefined, { ...us, extension: '45' }],
  ['202-555-0123', 'US', us],
  ['(202) 555-0123', ' us ', us],
  ['＋１ ２０２ ５５５ ０１２３', undefined, us],
  ['tel:+1-202-555-0123;ext=45', undefined, { ...us, extension: '45' }],
  ['TEL:+1%20202%20555%200123', undefined, us],
  ['tel:555-0123;phone-context=+1-202', undefined, us],
  ['tel:202-555-0123;phone-context=acme.example', 'US', us],
  ['0044 20 7946 0123', undefined, london],
  ['0044 20 7946 0123', 'US', london],
  ['+44 (0)20 7946 0123', undefined, london],
  ['020 7946 0123', 'GB', london],
  ['+44 7700 900123', undefined, drama],
  ['07700 900123', 'gb', drama],
  ['+44 1632 960123', undefined, { number: '+441632960123', country: 'GB', type: 'fixed_line' }],
  ['+61 491 570 156', undefined, { number: '+61491570156', country: 'AU', type: 'mobile' }],
  ['+61 2 5550 1234', undefined, { number: '+61255501234', country: 'AU', type: 'fixed_line' }],
  ['+1 800 555 0199', undefined, { number: '+18005550199', country: 'US', type: 'toll_free' }],
  ['+800 1234 5678', undefined, { number: '+80012345678', country: null, type: 'toll_free' }],
];
for (const [raw, country, value] of accepted) {
  test(`${JSON.stringify(raw)}${country ? ` in ${country}` : ''} is ${JSON.stringify(value)}`, () =>
    assert.deepEqual(normalisePhone(raw, country), { ok: true, value: { extension: null, ...value } }));
}

const refusals: [raw: string, country: string | undefined, reason: string][] = [
  ['', undefined, 'phone_missing'],
  ['  ', 'IN', 'phone_missing'],
  ['tel:', undefined, 'phone_missing'],
  ['202 555 0123', undefined, 'country_required'],
  ['tel:202-555-0123;phone-context=acme.example', undefined, 'country_required'],
  ['202 555 0123', 'ZZ', 'unknown_country'],
  ['202 555 0123', 'USA', 'unknown_country'],
  ['+1 202 555 0123', 'constructor', 'unknown_country'],
  ['+91 00000 00000', undefined, 'invalid_phone'],
  ['+1 555 555 0123', undefined, 'invalid_phone'],
  ['+44 7700 90012', undefined, 'invalid_phone'],
  ['+999 123456789', undefined, 'invalid_phone'],
  ['100', 'IN', 'invalid_phone'],
  ['call +1 202 555 0123', 'US', 'invalid_phone'],
  ['+1 202 555 0123 / +1 202 555 0124', undefined, 'invalid_phone'],
  ['+1 202 555 0123; +1 202 555 0124', undefined, 'invalid_phone'],
  ['+', undefined, 'invalid_phone'],
  ['+%', undefined, 'invalid_phone'],
];
for (const [raw, country, reason] of refusals) {
  test(`${JSON.stringify(raw)}${country ? ` in ${country}` : ''} is refused as ${reason}`, () => {
    const normalised = normalisePhone(raw, country);
    assert.equal(normalised.ok ? normalised.value.number : normalised.reason, reason);
  });
}

const nearNumber = fc.string({ unit: fc.constantFrom(...'0123456789+-() x;=%/.'), maxLength: 24 });
const country = fc.option(fc.constantFrom('US', 'IN', 'GB', 'DE', 'IT', 'zz', ''), { nil: undefined });

test('it throws for no text, and leaves its own output of at most 15 digits unchanged', () => {
  const raw = fc.oneof(
    fc.string({ unit: 'binary' }),
    nearNumber,
    fc
      .tuple(fc.constantFrom('+1202555', '+4420794', '+91', '+49', '+39', '+86', '00', 'tel:+1'), nearNumber)
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(raw, country, (text, given) => {
      const normalised = normalisePhone(text, given);
      if (!normalised.ok) return;
      assert.match(normalised.value.number, /^\+[1-9]\d{3,14}$/);
      assert.deepEqual(normalisePhone(normalised.value.number), normalised);
    }),
    { numRuns: 3000 },
  );
});
