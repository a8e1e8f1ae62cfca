import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { fc } from '#test/support/properties.ts';
import { plainPhone } from './phone-number.ts';

const countries = getCountries();

/** Compares with the library. Returns whether the number was read. */
function isReadAlike(text: string): boolean {
  const read = plainPhone(text);
  if (read === null) return false;
  const parsed = parsePhoneNumberFromString(text, { extract: false });
  const { number, country } = parsed ?? {};
  assert.deepEqual(read, { number, country, type: parsed?.getType() }, text);
  assert.equal(parsed?.ext, undefined, text);
  return true;
}

const written = (code: string, national: string, gap: string): string =>
  `+${code}${gap}${national.slice(0, 3)}${gap}${national.slice(3)}`;

test("the library's example of nearly every country is read, as the library reads it", () => {
  const read = countries.filter((country) => {
    const example = getExampleNumber(country, examples)!;
    return isReadAlike(written(example.countryCallingCode, example.nationalNumber, ' '));
  });
  assert.ok(read.length > countries.length * 0.8, `only ${read.length} of ${countries.length}`);
});

test('whatever number is read, the library reads alike', () => {
  const gap = fc.constantFrom('', ' ', '-', ' (', ') ', '.');
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 12 });
  let read = 0;
  const compare = (country: CountryCode, tail: string, kept: number, between: string) => {
    const example = getExampleNumber(country, examples)!.nationalNumber;
    const national = example.slice(0, kept) + tail.slice(0, Math.max(2, example.length - kept));
    if (isReadAlike(written(getCountryCallingCode(country), national, between))) read += 1;
  };
  fc.assert(fc.property(fc.constantFrom(...countries), digits, fc.nat({ max: 6 }), gap, compare), {
    numRuns: 3000,
  });
  assert.ok(read > 500, `only ${read} were read`);
});
