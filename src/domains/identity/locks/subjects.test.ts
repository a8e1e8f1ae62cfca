import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSubject, type SubjectType, subjectsOf, subjectsOfHandles } from './subjects.ts';

const read: [type: SubjectType, text: string, subject: string][] = [
  ['email', ' Asha@Example.COM ', 'asha@example.com'],
  ['email', 'asha@büro.example', 'asha@xn--bro-hoa.example'],
  ['email', '\u212aasi@example.com', '\u212aasi@example.com'],
  ['email_domain', 'Example.com', 'example.com'],
  ['email_domain', ' @example.com', 'example.com'],
  ['email_domain', 'büro.example', 'xn--bro-hoa.example'],
  ['account', ' user-42 ', 'user-42'],
  ['account', 'asha@example.com', 'asha@example.com'],
  ['provider_user', 'Google:1234', 'google:1234'],
  ['provider_user', ' google :Abc:9', 'google:Abc:9'],
  ['provider_user', 'google: Abc:9 ', 'google: Abc:9 '],
  ['provider_user', 'https://id.example:77', 'https://id.example:77'],
  ['ip', '203.0.113.7', '203.0.113.7'],
  ['ip', '203.0.113.7/32', '203.0.113.7'],
  ['ip', ' 203.0.113.77/24 ', '203.0.113.0/24'],
  ['ip', '::ffff:203.0.113.7', '203.0.113.7'],
  ['ip', '::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['ip', '2001:DB8:0:0::1', '2001:db8::1'],
  ['ip', '2001:db8:1:2:3::/64', '2001:db8:1:2::/64'],
  ['whatsapp', '+1 (202) 555-0143', '+12025550143'],
  ['whatsapp', '0044 7700 900123', '+447700900123'],
];
for (const [type, text, subject] of read) {
  test(`the ${type} '${text}' is locked as '${subject}'`, () => {
    assert.deepEqual(readSubject(type, text), { ok: true, value: subject });
    assert.deepEqual(readSubject(type, subject), { ok: true, value: subject });
  });
}

const refused: [type: SubjectType, text: string][] = [
  ['email', 'asha'],
  ['email', '@example.com'],
  ['email_domain', 'example'],
  ['email_domain', 'asha@example.com'],
  ['email_domain', '203.0.113.7'],
  ['account', '   '],
  ['account', 'x'.repeat(201)],
  ['provider_user', 'google'],
  ['provider_user', ':1234'],
  ['provider_user', 'google: '],
  ['ip', '203.0.113.256'],
  ['ip', '203.0.113.0/33'],
  ['ip', '0x7f.1'],
  ['ip', 'example.com'],
  ['whatsapp', '2025550143'],
  ['whatsapp', '+1 202'],
];
for (const [type, text] of refused) {
  test(`'${text.slice(0, 30)}' is no subject of the type ${type}`, () => {
    assert.equal(readSubject(type, text).ok, false);
  });
}

test('a principal can be locked by everything that is known of it', () => {
  assert.deepEqual(
    subjectsOf({
      email: 'Asha@Works.example',
      account_id: 'user-42',
      provider: 'Google',
      provider_user_id: '1234',
      whatsapp: '+1 202 555 0143',
    }),
    [
      'email asha@works.example',
      'mailbox asha@works.example',
      'email_domain works.example',
      'account user-42',
      'provider_user google:1234',
      'whatsapp +12025550143',
    ],
  );
});

test('what is left empty or is not of its kind says nothing', () => {
  assert.deepEqual(subjectsOf({}), []);
  assert.deepEqual(subjectsOf({ email: '', account_id: '', provider: '', provider_user_id: '' }), []);
  assert.deepEqual(subjectsOf({ provider: 'google' }), []);
  assert.deepEqual(subjectsOf({ email: 'none', whatsapp: 'none', account_id: 'a' }), ['account a']);
});

test('the domain of an email counts even where its name can’t be read', () => {
  assert.deepEqual(subjectsOf({ email: '"a b"@works.example' }), ['email_domain works.example']);
});

test('a tagged address is of the same mailbox, and a handle of an email is a mailbox', () => {
  const subjects = ['email as.ha+shop@gmail.com', 'mailbox asha@gmail.com', 'email_domain gmail.com'];
  assert.deepEqual(subjectsOf({ email: 'As.ha+shop@gmail.com' }), subjects);
  assert.deepEqual(subjectsOfHandles(['email asha@gmail.com', 'whatsapp +12025550143']), [
    'email asha@gmail.com',
    'mailbox asha@gmail.com',
    'email_domain gmail.com',
    'whatsapp +12025550143',
  ]);
});
