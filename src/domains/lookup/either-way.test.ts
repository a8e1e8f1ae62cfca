/**
 * Answers from the directory are decided twice: for a batch by `lookup_answer_batch`, and by `rules.ts` for a lookup on the slow
 * path. Here the same people are looked up both ways, by two accounts that have the same.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import {
  accountLike,
  booksOf,
  finders,
  givenPerson,
  type Outcome,
  outcomeOf,
} from '#test/support/lookup/either-way.ts';
import * as generated from '#test/support/lookup/generated.ts';
import { fc } from '#test/support/properties.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

const settings = { free_repeat_days: 0, lookup_budget_ms: 8_000 };

const differs =
  'lookup_answer_batch.sql with envelope.ts answers something else than rules.ts with answers.ts';
const parsed = ({ json, ...others }: Outcome) => ({ ...others, answer: JSON.parse(json) });

test('either way a crowd of lookups has the same answers byte by byte, and leaves the same lots, ledger and log', async () => {
  let charged = 0;
  await fc.assert(
    fc.asyncProperty(generated.world, async ({ people, accounts, requests, repeatDays }) => {
      const given = await Promise.all(people.map((person) => givenPerson(database, person)));
      const ways = finders(database, { ...settings, free_repeat_days: repeatDays });
      const [fast, slow] = await Promise.all(
        [ways.fast, ways.slow].map(async (finder) => {
          const copies = await Promise.all(accounts.map((account) => accountLike(database, account, given)));
          const outcomes = await Promise.all(
            requests.map(({ account, person, request, kind, idempotencyKey }) => {
              const { profile, link } = given[person % given.length]!;
              const { key } = copies[account % copies.length]!;
              const asked = { ...request, profile_url: request.isCanonical ? profile.url : link };
              const call = { key, profile, request: asked, idempotencyKey, kind, job: null, door: 'api' };
              return outcomeOf(finder.find(call));
            }),
          );
          return { outcomes, books: await booksOf(database, copies) };
        }),
      );
      charged += fast!.outcomes.filter(({ json }) => json.includes('"completed_lookup"')).length;
      assert.deepEqual(fast!.outcomes.map(parsed), slow!.outcomes.map(parsed), differs);
      assert.deepEqual(fast, slow);
    }),
    { numRuns: 80 },
  );
  assert.ok(charged > 0, 'some of them were paid for');
  assert.deepEqual((await database.pool.query('select * from credit_reconcile()')).rows, []);
});

test('either way sources are asked about the same people, and about no one else', async () => {
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(generated.person, generated.request, async (person, request) => {
      const { profile, link } = await givenPerson(database, person);
      const ways = finders(database, settings, (network) => network === profile.network);
      const [fast, slow] = await Promise.all(
        [ways.fast, ways.slow].map(async (finder) => {
          const { key } = await accountLike(database, { lots: [3], paidFor: [], freeLeft: null }, []);
          const opKey = crypto.randomUUID();
          const call = { key, profile, request: { ...request, profile_url: link }, opKey } as const;
          const [end] = await finder.findMany('directory', [
            { ...call, kind: 'job', job: null, door: 'api' },
          ]);
          return JSON.stringify(end).replace(/lkp_\w{32}/, 'lkp');
        }),
      );
      assert.equal(fast, slow);
      assert.deepEqual(ways.outcomes, ['left' in JSON.parse(fast!) ? 'undecided' : 'answered']);
      outcomes.add(ways.outcomes[0]!);
    }),
    { numRuns: 80 },
  );
  assert.deepEqual(outcomes, new Set(['undecided', 'answered']));
});
