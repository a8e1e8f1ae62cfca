import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '#test/support/properties.ts';
import { contactSet, emailContact, linkContact, phoneContact, seenPerson } from '#values/contacts/index.ts';
import { namesClash } from '#values/person-name.ts';
import { answerFrom, earnedBy } from './rules.ts';

const seenAt = '2026-01-15T09:00:00.000Z';
const from = (source: string) =>
  [{ source, kind: 'subject_published' as const, url: null, seen_at: seenAt }] as const;
const known = (source = 'directory') =>
  contactSet({
    ...seenPerson({ full_name: 'Asha Example' }, seenAt),
    emails: [
      emailContact({ address: 'asha@works.example', type: 'work' }, [...from(source)]),
      emailContact({ address: 'team@works.example', type: 'role' }, [...from(source)]),
    ],
    phones: [phoneContact({ number: '+12025550143' }, [...from(source)])],
    links: [
      linkContact({ network: 'github', handle: 'asha', url: 'https://github.com/asha' }, [...from(source)]),
    ],
  });
const always = () => true;
const notGithub = ({ source }: { source: string }) => source !== 'github';

test('an email or phone from a billable source costs one credit, however many there are', () => {
  assert.deepEqual(answerFrom(known(), {}, always).price, { credits: 1, reason: 'completed_lookup' });
});

test('contacts that only a source gives whose terms forbid selling are free', () => {
  assert.deepEqual(answerFrom(known('github'), {}, notGithub).price, {
    credits: 0,
    reason: 'source_not_billable',
  });
});

test('a credit is earned by the places of emails and phones that may be charged for, not by those of links', () => {
  const contacts = contactSet({
    ...known('hunter'),
    phones: [phoneContact({ number: '+12025550143' }, [...from('github'), ...from('hunter')])],
    emails: [
      emailContact({ address: 'asha@works.example', type: 'work' }, [
        { source: 'a list', kind: 'operator_directory', url: null, seen_at: seenAt },
        { source: 'another list', kind: 'operator_directory', url: null, seen_at: seenAt },
      ]),
    ],
    links: [
      linkContact({ network: 'github', handle: 'asha', url: 'https://github.com/asha' }, [
        ...from('website'),
      ]),
    ],
  });
  assert.deepEqual(earnedBy(answerFrom(contacts, {}, always), notGithub), ['directory', 'hunter']);
  assert.deepEqual(earnedBy(answerFrom(null, {}, always), always), []);
});

test('only what is asked for is answered and charged', () => {
  const onlyLinks = answerFrom(known(), { include: ['links'] }, always);
  assert.deepEqual([onlyLinks.emails, onlyLinks.phones, onlyLinks.links.length], [[], [], 1]);
  assert.deepEqual(onlyLinks.price, { credits: 0, reason: 'links_only' });
});

test('the company address is a published role address, never a person’s', () => {
  assert.equal(answerFrom(known(), {}, always).company_email?.address, 'team@works.example');
  const withoutRole = { ...known(), emails: known().emails.filter((email) => email.type !== 'role') };
  assert.equal(answerFrom(withoutRole, {}, always).company_email, null);
});

test('nothing known is not found and free', () => {
  assert.deepEqual(answerFrom(null, {}, always).price, { credits: 0, reason: 'not_found' });
});

const verdicts: [given: string, known: string | null, clash: boolean][] = [
  ['Asha Example', 'Asha Example', false],
  ['EXAMPLE, Asha', 'Asha Example', false],
  ['A. Example', 'Asha Example', false],
  ['Ásha', 'Asha Example', false],
  ['Ash', 'Asha Example', false],
  ['Zoltan Wrong', 'Asha Example', true],
  ['Zoltan Wrong', null, false],
  ['आशा', 'Asha Example', false],
  ['Joerg Muster', 'Jörg', false],
  ['Jorg Muster', 'Jörg', false],
  ['Soren Muster', 'Søren', false],
  ['Lukasz', 'Łukasz', false],
  ['Gauss', 'Gauß', false],
  ['Dordevic', 'Đorđević', false],
  ['Aegir', 'Ægir', false],
  ['Aage', 'Åge', false],
  ['Jörg Muster', 'Sören Example', true],
  ['...', 'Asha Example', false],
];
for (const [given, other, clash] of verdicts) {
  test(`'${given}' ${clash ? 'clashes' : 'does not clash'} with '${other}'`, () => {
    assert.equal(namesClash(given, other), clash);
  });
}

test("an account's own handle in the place of a name is no veto", () => {
  assert.equal(namesClash('Asha Example', 'codefox-42', 'codefox-42'), false);
  assert.equal(namesClash('Asha Example', '@CodeFox-42', 'codefox-42'), false);
  assert.equal(namesClash('Asha Example', 'codefox-42', 'another'), true);
  assert.equal(namesClash('Zoltan Wrong', 'Asha Tester', 'asha-tester'), true);
});

test('no name clashes with itself', () => {
  fc.assert(fc.property(fc.string(), (name) => !namesClash(name, name)));
});
