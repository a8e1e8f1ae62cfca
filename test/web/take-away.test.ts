import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FindAnswer } from '#client';
import { csvOf, textOf, vCardOf } from '#web/app/views/look-up/take-away.ts';

const sources = [
  { source: 'directory', kind: 'operator_directory', url: null, seen_at: '2026-03-01T00:00:00Z' },
];
const seen = { first_seen: '2026-03-01T00:00:00Z', last_seen: '2026-03-02T00:00:00Z', sources };
const answer = {
  profile: { network: 'github', handle: 'asha', url: 'https://github.com/asha' },
  person: {
    full_name: 'Asha; the "First"\nof her name',
    headline: null,
    company: 'Works, Inc.',
    location: null,
  },
  emails: [
    {
      address: '=asha@works.example',
      type: 'work',
      status: 'unknown',
      confidence: null,
      verified_at: null,
      ...seen,
    },
  ],
  phones: [
    { number: '+919876543210', country: 'IN', extension: null, type: 'mobile', confidence: null, ...seen },
  ],
  links: [{ network: 'website', handle: null, url: 'https://asha.example/', sources }],
  company_email: null,
} as unknown as FindAnswer;

test('everything that was found is copied, one value per line', () => {
  assert.equal(textOf(answer), '=asha@works.example\n+919876543210\nhttps://asha.example/');
});

test('the CSV keeps a phone number and disarms a formula', () => {
  const [, email, phone] = csvOf(answer).split('\r\n');
  assert.match(email!, /^email,'=asha@works\.example,work,unknown,,2026-03-02T00:00:00Z,directory$/);
  assert.match(phone!, /^phone,\+919876543210,mobile,,/);
});

test('a name with separators and a line break is one value of the vCard', () => {
  const lines = vCardOf(answer).split('\r\n');
  assert.ok(lines.includes('FN:Asha\\; the "First"\\nof her name'));
  assert.ok(lines.includes('ORG:Works\\, Inc.'));
  assert.ok(lines.includes('TEL:+919876543210'));
  assert.deepEqual([lines[0], lines.at(-2)], ['BEGIN:VCARD', 'END:VCARD']);
});

test('a vCard has the family name and the place apart', () => {
  const person = { ...answer.person, full_name: 'María José Doe', location: 'Pune, India' };
  const lines = vCardOf({ ...answer, person }).split('\r\n');
  assert.ok(lines.includes('N:Doe;María José;;;'));
  assert.ok(lines.includes('ADR:;;;Pune\\, India;;;'));
});
