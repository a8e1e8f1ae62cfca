import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import { type AnswerItem, answerBatch } from '#domains/lookup/fast-path/answer-batch.ts';
import { testDatabase } from '#test/support/database.ts';
import { type GivenKey, givenCredits, givenKey } from '#test/support/kit.ts';
import { BudgetModel, type ModelBudget } from '#test/support/ledger/budget-model.ts';
import { knownLink, writeKnownPerson } from '#test/support/ledger/budget-races.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { givenLookup } from '#test/support/lookup/items.ts';
import { fc } from '#test/support/properties.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { startBudget } from './index.ts';
import { closeHold } from './sql/holds.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool } = database;
const startAt = new Date('2026-11-29T12:00:00Z');
const clock = await stopLedgerClock(pool, startAt);
await writeKnownPerson(pool);
const known = profileHashOf(knownLink);

interface Item {
  /** Which of the account's two keys. */
  key: number;
  amount: number;
}

/** An account with two keys, this many credits and these budgets. */
async function holderOf(credits: number, budgets: readonly ModelBudget[]): Promise<GivenKey[]> {
  const first = await givenKey(db);
  const second = await givenKey(db, { accountId: first.accountId });
  if (credits > 0) await givenCredits(db, first.account, credits);
  const keys = [first, second];
  for (const { key, ...budget } of budgets)
    await startBudget(db, {
      ...budget,
      ...{ id: newId('bud'), account: first.account, time_zone: 'Asia/Kolkata', spent: 0 },
      ...{ scope: key === null ? 'account' : 'key', members: key === null ? [] : [keys[key]!.id] },
    });
  return keys;
}

/** Lookups of one statement: those with an amount are hits, and the misses need a credit too. */
async function lookUp(keys: readonly GivenKey[], items: readonly Item[]): Promise<string[]> {
  const results = await answerBatch(
    pool,
    items.map(
      ({ key, amount }): AnswerItem => ({
        lookup: {
          ...givenLookup(keys[key]!),
          ...{ opKey: randomUUIDv7(), profileHash: amount > 0 ? known : randomUUID() },
        },
        ...{
          wants: 0,
          words: null,
          isCovered: false,
          envelope: '{}',
          freeMax: 1_000_000,
          createdAt: startAt,
        },
      }),
    ),
    0,
    false,
  );
  return results.map(({ outcome }) => (outcome === 'answered' ? 'spent' : outcome));
}

async function spend(keys: readonly GivenKey[], items: readonly Item[]): Promise<string[]> {
  const { rows } = await pool.query<{ outcome: string }>(
    `select o_outcome as outcome from credit_spend_batch($1, $2, $3, false, $4, $5, $6) order by o_ord`,
    [
      items.map(() => keys[0]!.account),
      items.map(({ amount }) => amount),
      items.map(() => randomUUID()),
      items.map(({ amount }) => Math.max(amount, 1)),
      items.map(({ key }) => keys[key]!.id),
      items.map(() => null),
    ],
  );
  return rows.map(({ outcome }) => outcome);
}

const key = fc.nat(1);
const budget = fc.record({
  key: fc.option(key, { nil: null }),
  period: fc.constantFrom('day', 'month'),
  credits: fc.integer({ min: 1, max: 6 }),
});
const budgets = fc.uniqueArray(budget, { selector: (one) => `${one.key} ${one.period}`, maxLength: 6 });
const batches = (amountMax: number) =>
  fc.array(
    fc.record({
      hours: fc.nat(40),
      items: fc.array(fc.record({ key, amount: fc.nat(amountMax) }), { minLength: 1, maxLength: 8 }),
    }),
    { maxLength: 8 },
  );

for (const [way, send, amountMax] of [
  ['of lookups', lookUp, 1],
  ['of any amount', spend, 3],
] as const) {
  test(`spends ${way} end as those of a sequential model do, over days and months`, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.nat(30), budgets, batches(amountMax), async (credits, given, asked) => {
        await clock.set(startAt);
        const keys = await holderOf(credits, given);
        const model = new BudgetModel(credits, given);
        let now = startAt;
        for (const { hours, items } of asked) {
          now = new Date(now.getTime() + hours * hourMs);
          await clock.set(now);
          const expected = items.map((item) => model.spend(item, now));
          const isOut = model.credits === 0;
          // Once the credits are spent, either word is true of what a budget no longer counts.
          const word = (outcome: string) => (isOut && outcome !== 'spent' ? 'refused' : outcome);
          assert.deepEqual((await send(keys, items)).map(word), expected.map(word));
          for (const outcome of expected) seen.add(outcome);
        }
      }),
      { numRuns: 40 },
    );
    assert.deepEqual([...seen].sort(), ['budget_reached', 'insufficient', 'spent']);
  });
}

test('a day starts at midnight of the time zone, to the microsecond', async () => {
  await clock.set(new Date('2026-11-29T18:29:59.999Z'));
  const keys = await holderOf(9, [{ key: null, period: 'day', credits: 1 }]);
  const one = [{ key: 0, amount: 1 }];
  assert.deepEqual([await lookUp(keys, one), await lookUp(keys, one)], [['spent'], ['budget_reached']]);
  await pool.query(`update stopped_clock set at = '2026-11-29T18:29:59.999999Z'`);
  assert.deepEqual(await lookUp(keys, one), ['budget_reached']);
  await pool.query(`update stopped_clock set at = '2026-11-29T18:30:00Z'`);
  assert.deepEqual([await lookUp(keys, one), await lookUp(keys, one)], [['spent'], ['budget_reached']]);
});

test('a day has 23 or 25 hours where clocks change', async () => {
  const startOf = async (at: string, shift = 0) => {
    const { rows } = await pool.query<{ at: Date }>(
      `select credit_period_start('day', 'Europe/Berlin', $1, $2) as at`,
      [at, shift],
    );
    return rows[0]!.at.toISOString();
  };
  assert.deepEqual(
    [await startOf('2026-03-29T12:00:00Z'), await startOf('2026-03-29T12:00:00Z', 1)],
    ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  );
  assert.deepEqual(
    [await startOf('2026-10-25T12:00:00Z'), await startOf('2026-10-25T12:00:00Z', 1)],
    ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  );
});

test('a hold counts when it opens, and gives back what it did not spend to the same period alone', async () => {
  await clock.set(startAt);
  const [holder] = await holderOf(9, [{ key: 0, period: 'day', credits: 2 }]);
  const { account, id } = holder!;
  const open = async () => {
    const { rows } = await pool.query(
      `select o_outcome as outcome, o_hold as hold from credit_hold_open($1, 1, $2, '3 days', $3)`,
      [account, randomUUID(), id],
    );
    return rows[0] as { outcome: string; hold: number };
  };
  const spent = async () =>
    (await pool.query('select spent from credit_budget where account = $1', [account])).rows[0].spent;
  const [first, second, third] = [await open(), await open(), await open()];
  assert.deepEqual([first.outcome, second.outcome, third.outcome], ['held', 'held', 'budget_reached']);
  await closeHold(db, { account, hold: first.hold, credits: 0, final: 'released' });
  assert.equal(await spent(), 1);
  await clock.set(new Date(startAt.getTime() + 24 * hourMs));
  assert.equal((await open()).outcome, 'held');
  await closeHold(db, { account, hold: second.hold, credits: 0, final: 'released' });
  assert.equal(await spent(), 1);
});
