import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '#core/clock.ts';
import { contactSet, emailContact } from '#values/contacts/index.ts';
import { withoutDeadMail } from './asking/reply.ts';
import { withEvidence } from './asking/search.ts';
import type { SourceDescription } from './port.ts';
import { byExpectedCost, freshMsOf } from './remembering/store-found.ts';

const seen = (source: string, kind: 'subject_published' | 'provider_attested' | 'operator_directory') => ({
  source,
  kind,
  url: null,
  seen_at: '2026-01-15T09:00:00.000Z',
});
const setOf = (...sources: [ReturnType<typeof seen>, ...ReturnType<typeof seen>[]]) =>
  contactSet({ emails: [emailContact({ address: 'asha@works.example', confidence: 75 }, sources)] });

test('two independent sources make a value surer than each of them', () => {
  const [email] = withEvidence(
    setOf(seen('github', 'subject_published'), seen('hunter', 'provider_attested')),
  ).emails;
  assert.equal(email?.confidence, 99);
});

test('one source twice is one source', () => {
  const [email] = withEvidence(
    setOf(seen('hunter', 'provider_attested'), { ...seen('hunter', 'provider_attested') }),
  ).emails;
  assert.equal(email?.confidence, 75);
});

test('what only the operator’s directory has keeps what the operator said of it', () => {
  const set = contactSet({
    emails: [emailContact({ address: 'a@works.example' }, [seen('team.csv', 'operator_directory')])],
  });
  assert.equal(withEvidence(set).emails[0]?.confidence, null);
});

test('an address that no mail reaches is dropped; one the DNS is silent about stays', async () => {
  const set = contactSet({
    emails: ['dead', 'null', 'none', 'quiet', 'alive'].map((name) =>
      emailContact({ address: `x@${name}.example` }, [seen('github', 'subject_published')]),
    ),
  });
  const verdicts: Record<string, string> = {
    'dead.example': 'nonexistent',
    'null.example': 'null_mx',
    'none.example': 'no_mail',
    'quiet.example': 'unknown',
    'alive.example': 'accepts_mail',
  };
  const { emails } = await withoutDeadMail(set, async (domain) => verdicts[domain]!);
  assert.deepEqual(
    new Set(emails.map(({ address }) => address)),
    new Set(['x@quiet.example', 'x@alive.example']),
  );
  assert.ok(emails.every(({ status }) => status === 'unknown'));
});

const source = (parts: Partial<Pick<SourceDescription, 'tier' | 'stage' | 'terms'>>) =>
  ({
    tier: 'free',
    stage: 'profile',
    terms: { billable: true, storable: true, storeDaysMax: null, attribution: null },
    ...parts,
  }) as SourceDescription;
const keptBriefly = { billable: true, storable: true, storeDaysMax: 2, attribution: null };
const notKept = { billable: true, storable: false, storeDaysMax: null, attribution: null };

const freshness: [string, Partial<SourceDescription>, boolean, { storable?: boolean }, number][] = [
  ['a profile that was found', {}, true, {}, dayMs],
  ['a profile that is not there', {}, false, {}, 6 * hourMs],
  ['what follows from links', { stage: 'derived' }, true, {}, 7 * dayMs],
  ['a paid hit', { tier: 'paid', stage: 'paid' }, true, {}, 30 * dayMs],
  ['a paid miss', { tier: 'paid', stage: 'paid' }, false, {}, 14 * dayMs],
  [
    'a hit that may be kept two days',
    { tier: 'paid', stage: 'paid', terms: keptBriefly },
    true,
    {},
    2 * dayMs,
  ],
  ['a hit that may not be kept', { tier: 'paid', stage: 'paid', terms: notKept }, true, {}, 0],
  [
    'one that the contract lets be kept',
    { tier: 'paid', stage: 'paid', terms: notKept },
    true,
    { storable: true },
    30 * dayMs,
  ],
  ['one that the contract forbids to keep', {}, true, { storable: false }, 0],
];
for (const [what, parts, found, agreed, ms] of freshness) {
  test(`${what} stays fresh for ${ms / hourMs} hours`, () => {
    assert.equal(freshMsOf(source(parts), found, agreed), ms);
  });
}

test('the source whose hits cost least is asked first, and one without a record is given the benefit of half', () => {
  const order = byExpectedCost([
    { id: 'dear', paise: 1000, asked: 100, found: 90 },
    { id: 'cheap but empty', paise: 100, asked: 1000, found: 1 },
    { id: 'new', paise: 400, asked: 3, found: 0 },
    { id: 'good', paise: 500, asked: 100, found: 80 },
  ]);
  assert.deepEqual(
    order.map(({ id }) => id),
    ['good', 'new', 'dear', 'cheap but empty'],
  );
});
