/** Every way in which an answer is made says every member of the shape, and nothing else. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Compile from 'typebox/compile';
import { parsedAnswer } from '#core/answers/json-answer.ts';
import type { Search, SearchResult } from '#domains/sources/index.ts';
import { testDatabase } from '#test/support/database.ts';
import { accountLike, finderOptions, type Given, givenPerson } from '#test/support/lookup/either-way.ts';
import { contactSet, emailContact, noContacts, seenPerson } from '#values/contacts/index.ts';
import { parseProfileLink } from '#values/profile-link/index.ts';
import { openFinder } from './finding/finder.ts';
import { FindAnswer } from './shapes.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

const seenAt = '2026-03-01T00:00:00.000Z';
const contacts = contactSet({
  ...seenPerson({ full_name: 'Asha Example' }, seenAt),
  emails: [
    emailContact({ address: 'asha@works.example', type: 'role' }, [
      { source: 'directory', kind: 'operator_directory', url: null, seen_at: seenAt },
    ]),
  ],
});
const known = await givenPerson(database, {
  ...{ network: 'github', isNamedAsHandle: false, contacts, isSuppressed: false },
});
const linkOf = (link: string): Given => {
  const parsed = parseProfileLink(link);
  if (!parsed.ok) throw new Error(`${link} is not a profile`);
  return { link, profile: parsed.profile };
};
const unknown = linkOf('github.com/nothing-known-example');
const fictional = linkOf('github.com/asha-example');

const result = (members: Partial<SearchResult> = {}): SearchResult => ({
  ...{ contacts: noContacts, troubles: [], answered: true, optedOut: false, limited: false, lost: false },
  ...members,
});

/** A finder, with sources if `run` answers for them, and a call of an account of its own. */
async function prepare({ profile, link }: Given, run?: Search['run'], budgetMs = 8_000) {
  const options = finderOptions(database, { free_repeat_days: 0, lookup_budget_ms: budgetMs });
  const asked = { hasAsked: () => false } as ReturnType<typeof options.spendingOf>;
  const search = run ? { search: { covers: () => true, run }, spendingOf: () => asked } : {};
  const finder = openFinder({ ...options, ...search });
  const { key } = await accountLike(database, { lots: [3], paidFor: [], freeLeft: null }, []);
  const request = { profile_url: link };
  return {
    finder,
    call: { key, profile, request, idempotencyKey: null, kind: 'find', job: null, door: 'api' },
  } as const;
}

const find = async (given: Given, run?: Search['run'], budgetMs?: number): Promise<FindAnswer> => {
  const { finder, call } = await prepare(given, run, budgetMs);
  return parsedAnswer((await finder.find(call)).answer);
};

const outcomes: Record<string, { status: FindAnswer['status']; answer(): Promise<FindAnswer> }> = {
  'from the directory': { status: 'completed', answer: () => find(known) },
  'not in the directory': { status: 'not_found', answer: () => find(unknown) },
  'from a source': { status: 'completed', answer: () => find(unknown, async () => result({ contacts })) },
  'not known to sources': { status: 'not_found', answer: () => find(unknown, async () => result()) },
  'still pending': {
    status: 'pending',
    async answer() {
      const { promise, resolve } = Promise.withResolvers<SearchResult>();
      const answer = await find(unknown, () => promise, 0);
      resolve(result());
      return answer;
    },
  },
  'without any source': {
    status: 'failed',
    answer: () => find(unknown, async () => result({ answered: false, troubles: ['one'] })),
  },
  'for a test key': {
    status: 'completed',
    async answer() {
      const { finder, call } = await prepare(fictional);
      return parsedAnswer((await finder.find({ ...call, key: { ...call.key, mode: 'test' } })).answer);
    },
  },
  'with a name that rules the person out': {
    status: 'not_found',
    async answer() {
      const { finder, call } = await prepare(known);
      const request = { ...call.request, name: 'Zoltan Wrong' };
      return parsedAnswer((await finder.find({ ...call, request })).answer);
    },
  },
  'in part': {
    status: 'completed',
    async answer() {
      const { finder, call } = await prepare(known);
      const request = { ...call.request, include: ['emails' as const] };
      return parsedAnswer((await finder.find({ ...call, request })).answer);
    },
  },
  'a second time': {
    status: 'completed',
    async answer() {
      const { finder, call } = await prepare(known);
      await finder.find({ ...call, idempotencyKey: 'once' });
      return parsedAnswer((await finder.find({ ...call, idempotencyKey: 'once' })).answer);
    },
  },
  'in a job': {
    status: 'completed',
    async answer() {
      const { finder, call } = await prepare(known);
      const { idempotencyKey: _, ...others } = call;
      const [end] = await finder.findMany('directory', [
        { ...others, kind: 'job', job: null, opKey: crypto.randomUUID() },
      ]);
      assert.ok(end && 'answer' in end);
      return end.answer;
    },
  },
};

const validator = Compile(FindAnswer);

for (const [name, { status, answer }] of Object.entries(outcomes)) {
  test(`an answer ${name} has every member of the shape, in its order`, async () => {
    const sent = JSON.parse(JSON.stringify(await answer())) as FindAnswer;
    assert.equal(sent.status, status);
    assert.deepEqual([...validator.Errors(sent)], []);
    assert.deepEqual(Object.keys(sent), Object.keys(FindAnswer.properties));
  });
}
