import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropHashOfEmail, dropHashOfPhone } from './drop-hash.ts';

// Expected digests were made with `printf %s TEXT | openssl dgst -sha256 -binary | base64`.
const ofJane = '2/GRK0ytTfmCP2J4dCROZLUKasVQucszsX32caJmeds=';
const of2025550123 = 'E1hBisX3VzOCF8GF433/fGBqMZF5IgTlxcR2KYZVec4=';

test('an e-mail is hashed trimmed and in lower case, with its dots and its plus tag', () => {
  assert.equal(dropHashOfEmail('jane.doe+news@example.com'), ofJane);
  assert.equal(dropHashOfEmail(' Jane.Doe+News@Example.COM\t'), ofJane);
  assert.notEqual(dropHashOfEmail('janedoe+news@example.com'), ofJane);
  assert.notEqual(dropHashOfEmail('jane.doe@example.com'), ofJane);
});

test('a phone is hashed as the last ten of its digits, however it is written', () => {
  assert.equal(dropHashOfPhone('2025550123'), of2025550123);
  assert.equal(dropHashOfPhone('+1 (202) 555-0123'), of2025550123);
  assert.equal(dropHashOfPhone('+12025550123'), of2025550123);
  assert.notEqual(dropHashOfPhone('555-0123'), of2025550123);
});
