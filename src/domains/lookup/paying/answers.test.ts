import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '#domains/directory/profiles/document.ts';
import { fc } from '#test/support/properties.ts';
import {
  type ContactSet,
  contactSet,
  emailContact,
  linkContact,
  phoneContact,
} from '#values/contacts/index.ts';
import { answeredIn, answerText, envelopeOf } from '../fast-path/envelope.ts';
import { answerFrom } from '../rules.ts';
import { answerOf, replayOf } from './answers.ts';

const seen = [
  { source: 'crm', kind: 'operator_directory', url: null, seen_at: '2026-01-15T09:00:00.000Z' },
] as const;

const contactsOf = (name: string, headline: string, types: ('work' | 'role')[]): ContactSet =>
  contactSet({
    person: { full_name: name, headline, company: null, location: null },
    person_seen_at: { full_name: seen[0].seen_at, headline: null, company: null, location: null },
    emails: types.map((type, at) => emailContact({ address: `a${at}@works.example`, type }, [...seen])),
    phones: [phoneContact({ number: '+12025550143', country: 'US' }, [...seen])],
    links: [linkContact({ network: 'github', handle: 'asha', url: 'https://github.com/asha' }, [...seen])],
  });

test('an answer sent as text is the answer that would be rendered, and so is its replay', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"person_seen_at":{', '\\","person_seen_at":', '},"emails":[]', '$&', '\u2028'),
  );
  const parts = fc.option(fc.subarray(['emails', 'phones', 'links'] as const, { minLength: 1 }), {
    nil: undefined,
  });
  const types = fc.array(fc.constantFrom('work' as const, 'role' as const), { maxLength: 3 });
  const network = fc.constantFrom('linkedin' as const, 'github' as const);
  const time = fc.date({ min: new Date(0), noInvalidDate: true });
  const opKey = '00000000-0000-7000-8000-000000000000';

  fc.assert(
    fc.property(
      text,
      text,
      parts,
      types,
      fc.nat(),
      fc.boolean(),
      network,
      time,
      (name, headline, include, roles, balance, isKnown, network, createdAt) => {
        const request = { profile_url: name, client_reference: headline, include };
        const profile = { network, host: 'github.com', handle: name, url: headline } as const;
        const contacts = isKnown ? contactsOf(name, headline, roles) : null;
        const finding = answerFrom(contacts, request, () => true);
        const rendered = answerOf(opKey, { ...answeredIn(envelopeOf(request, profile)), finding, createdAt });
        rendered.credits.remaining = balance;
        const document = contacts && documentOf(contacts, profile.handle);
        const disclosed = finding.status === 'completed' ? document!.contactsJson : null;
        const envelope = envelopeOf(request, profile);
        const answered = { outcome: 'answered', is_veto: false, holds: document?.holds ?? null } as const;
        const { charged, reason } = rendered.credits;

        const text = answerText(opKey, envelope, createdAt, {
          ...answered,
          ...{ document: disclosed, charged, reason, balance },
        });
        assert.deepEqual(
          JSON.parse(text),
          rendered,
          'answerText in envelope.ts and answerOf in answers.ts differ',
        );
        assert.equal(text, JSON.stringify(rendered), 'the same members, in another order');
        const stored = {
          request_hash: null,
          answer: JSON.stringify(envelope),
          created_at: createdAt,
          document: disclosed,
          charged,
          balance_after: balance,
          reason,
        };
        assert.equal(JSON.stringify(replayOf(opKey, stored)), JSON.stringify(rendered));
      },
    ),
  );
});

test('an answer stored before a member existed is repeated with that member empty, in its place', () => {
  const createdAt = new Date('2026-11-23T10:00:00.000Z');
  const opKey = '00000000-0000-7000-8000-000000000000';
  const input = { profile_url: 'github.com/asha', name: null, client_reference: null };
  const profile = { network: 'github', handle: 'asha', url: 'https://github.com/asha' } as const;
  const finding = answerFrom(contactsOf('Asha', 'Engineer', ['work']), {}, () => true);
  const answer = answerOf(opKey, { input, profile, finding, createdAt });
  const { company_email, ...older } = answer;
  const row = { request_hash: null, created_at: createdAt, charged: 1, balance_after: 0, reason: null };
  const replay = replayOf(opKey, { ...row, answer: JSON.stringify(older) });
  assert.equal(company_email, null);
  assert.equal(JSON.stringify(replay), JSON.stringify(answer));
});
