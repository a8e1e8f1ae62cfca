import assert from 'node:assert/strict';
import { test } from 'node:test';
import validator from 'validator';
import { fc } from '#test/support/properties.ts';
import { normaliseEmail, normaliseProvedEmail } from './email-address.ts';

const outcomeOf = (raw: string) => {
  const normalised = normaliseEmail(raw);
  return normalised.ok ? normalised.value : normalised.reason;
};

const forms: [raw: string, value: string][] = [
  ['jane@example.com', 'jane@example.com'],
  [' Jane.Doe@Example.ORG\n', 'jane.doe@example.org'],
  ['\u200b\ufeffjane@example.com\u00a0', 'jane@example.com'],
  ['j.a.n.e+news@example.com', 'j.a.n.e+news@example.com'],
  ["o'neil@example.com", "o'neil@example.com"],
  ['jane@GRÜN.example', 'jane@xn--grn-ioa.example'],
  ['jane@xn--grn-ioa.example', 'jane@xn--grn-ioa.example'],
  ['jane@straße.example', 'jane@xn--strae-oqa.example'],
  ['jane@example\u3002com', 'jane@example.com'],
  ['जेन@example.com', 'जेन@example.com'],
  ['RENE\u0301@example.com', 'ren\u00e9@example.com'],
];
for (const [raw, value] of forms) {
  test(`${JSON.stringify(raw)} is stored as ${value}`, () => assert.equal(outcomeOf(raw), value));
}

const refusals: [raw: string, reason: string][] = [
  ['', 'email_missing'],
  [' \u200b ', 'email_missing'],
  ['jane', 'invalid_email'],
  ['@example.com', 'invalid_email'],
  ['jane doe@example.com', 'invalid_email'],
  ['jane@home@example.com', 'invalid_email'],
  ['.jane@example.com', 'invalid_email'],
  ['jane.@example.com', 'invalid_email'],
  ['ja..ne@example.com', 'invalid_email'],
  ['"jane doe"@example.com', 'invalid_email'],
  ['Jane <jane@example.com>', 'invalid_email'],
  ['mailto:jane@example.com', 'invalid_email'],
  ['jane\u202e@example.com', 'invalid_email'],
  ['🙂@example.com', 'invalid_email'],
  ['jane@localhost', 'invalid_email_domain'],
  ['jane@example.com.', 'invalid_email_domain'],
  ['jane@exa_mple.com', 'invalid_email_domain'],
  ['jane@-example.com', 'invalid_email_domain'],
  ['jane@192.0.2.1', 'invalid_email_domain'],
  ['jane@[192.0.2.1]', 'invalid_email_domain'],
  ['jane@example.com/inbox', 'invalid_email_domain'],
  ['jane@example.com:25', 'invalid_email_domain'],
  ['jane@xn--zzzzzzz9.example', 'invalid_email_domain'],
  [`jane@${'a'.repeat(64)}.example`, 'invalid_email_domain'],
];
for (const [raw, reason] of refusals) {
  test(`${JSON.stringify(raw)} is refused as ${reason}`, () => assert.equal(outcomeOf(raw), reason));
}

test('the local part has at most 64 octets, however few letters that is', () => {
  assert.equal(outcomeOf(`${'a'.repeat(64)}@example.com`), `${'a'.repeat(64)}@example.com`);
  assert.equal(outcomeOf(`${'a'.repeat(65)}@example.com`), 'email_too_long');
  assert.equal(outcomeOf(`${'é'.repeat(32)}@example.com`), `${'é'.repeat(32)}@example.com`);
  assert.equal(outcomeOf(`${'é'.repeat(33)}@example.com`), 'email_too_long');
});

test('the address has at most 254 octets', () => {
  const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`;
  const longest = `${'j'.repeat(254 - 1 - domain.length)}@${domain}`;
  assert.equal(longest.length, 254);
  assert.equal(outcomeOf(longest), longest);
  assert.equal(outcomeOf(`j${longest}`), 'email_too_long');
  assert.equal(outcomeOf(`jane@${'a.'.repeat(600)}example`), 'email_too_long');
});

test('a refusal never repeats the value', () => {
  const normalised = normaliseEmail('jane secret@example.com');
  assert(!normalised.ok && !normalised.detail.includes('secret'));
});

const nearAddress = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'aZ09.+-_\'"İΣé́ ſक🙂'), maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'aZ0.-_ßü☕。क\u00ad/:%'), maxLength: 12 }),
  )
  .map(([local, domain]) => `${local}@${domain}.example`);

test('it throws for no text, and leaves its own output unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearAddress, fc.emailAddress()), (raw) => {
      const normalised = normaliseEmail(raw);
      if (normalised.ok) assert.deepEqual(normaliseEmail(normalised.value), normalised);
    }),
    { numRuns: 2000 },
  );
});

test('an accepted ASCII address is also valid to the validator library', () => {
  const near = fc
    .tuple(
      fc.string({ unit: fc.constantFrom(...'aZ09.+-_\'"%!@ '), minLength: 1, maxLength: 70 }),
      fc.string({ unit: fc.constantFrom(...'aZ0.-_'), minLength: 1, maxLength: 70 }),
      fc.constantFrom('com', 'example', 'c', '1', 'xn--p1ai'),
    )
    .map(([local, domain, top]) => `${local}@${domain}.${top}`);
  fc.assert(
    fc.property(near, (raw) => {
      const normalised = normaliseEmail(raw);
      if (normalised.ok) assert(validator.isEmail(normalised.value), normalised.value);
    }),
    { numRuns: 2000 },
  );
});

const provedForms: [raw: string, value: string | null][] = [
  [' Asha.Example+x@Example.COM\n', 'asha.example+x@example.com'],
  ['\u212aasi@example.com', '\u212aasi@example.com'],
  ['kasi@example.com', 'kasi@example.com'],
  ['\u0130da@example.com', '\u0130da@example.com'],
  ['RENE\u0301@example.com', 'rene\u0301@example.com'],
  ['REN\u00c9@example.com', 'ren\u00c9@example.com'],
  ['ren\u00e9@example.com', 'ren\u00e9@example.com'],
  ['asha@b\u00fcro.example', 'asha@xn--bro-hoa.example'],
  ['asha@B\u00fcRO.example', 'asha@xn--bro-hoa.example'],
  ['asha@wor\u212as.example', null],
  ['asha@\uff57orks.example', null],
  ['asha@works\u3002example', null],
  ['\u200basha@example.com', null],
  ['asha@example.com\u00a0', null],
];
for (const [raw, value] of provedForms) {
  test(`a person with the proved email ${JSON.stringify(raw)} is known as ${value}`, () => {
    const read = normaliseProvedEmail(raw);
    assert.equal(read.ok ? read.value : null, value);
  });
}

test('no two proved emails are the same unless they differ in the case of ASCII letters and outer space', () => {
  const letters = fc.constantFrom(...'akKA\u212aiI\u0130\u0131s\u017fS\u00e9\u00c9e\u0301\uff4b\u03c3\u03c2');
  const address = fc
    .array(letters, { minLength: 1, maxLength: 3 })
    .map((text) => `${text.join('')}@example.com`);
  const ascii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  fc.assert(
    fc.property(address, address, (one, other) => {
      const [first, second] = [normaliseProvedEmail(one), normaliseProvedEmail(other)];
      if (first.ok && second.ok) assert.equal(first.value === second.value, ascii(one) === ascii(other));
    }),
  );
});
