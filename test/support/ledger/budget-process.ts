import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { closeHold } from '#domains/credits/sql/holds.ts';
import { type AnswerItem, answerBatch } from '#domains/lookup/fast-path/answer-batch.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { givenLookup } from '../lookup/items.ts';
import { knownLink, type RaceOrder } from './budget-races.ts';
import { mulberry32 } from './stress-writers.ts';

// A child process of `raceForBudgets`. It receives its order, and answers with its counts.
const [{ target, spends, seed, holders }] = (await once(process, 'message')) as [RaceOrder];
const random = mulberry32(seed);
const below = (limit: number): number => Math.floor(random() * limit);
const pool = openPool(target, 4, { debug() {}, info() {}, warn() {}, error: console.error });
const db = kyselyOn(pool);
const counts: Record<string, number> = {};
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};
const known = profileHashOf(knownLink);
const batchMax = 128;
let asked = 0;

function newItem(): AnswerItem {
  const keys = holders[below(holders.length)]!;
  const lookup = givenLookup(keys[below(keys.length)]! as never);
  const isHit = random() < 0.8;
  return {
    lookup: { ...lookup, opKey: randomUUIDv7(), profileHash: isHit ? known : randomUUID() },
    ...{
      wants: 0,
      words: null,
      isCovered: false,
      envelope: '{}',
      freeMax: 1_000_000_000,
      createdAt: new Date(),
    },
  };
}

/** Sends those of a busy account again, waiting for it. */
async function lookUpMany(
  items = Array.from({ length: below(batchMax) + 1 }, newItem),
  wait = random() < 0.5,
): Promise<void> {
  const results = await answerBatch(pool, items, 0, wait);
  for (const result of results)
    count(result.outcome === 'answered' && result.charged === 0 ? 'miss' : result.outcome);
  const busy = items.filter((_, at) => results[at]!.outcome === 'busy');
  asked += items.length - busy.length;
  if (busy.length > 0) await lookUpMany(busy, true);
}

/** A lookup that asks sources: it sets a credit aside, and spends it or gives it back. */
async function hold(): Promise<void> {
  const keys = holders[below(holders.length)]!;
  const { account, id } = keys[below(keys.length)]!;
  asked += 1;
  const { rows } = await pool.query<{ o_outcome: string; o_hold: number }>(
    `select o_outcome, o_hold from credit_hold_open($1, 1, $2, '1 hour', $3)`,
    [account, randomUUID(), id],
  );
  count(`hold ${rows[0]!.o_outcome}`);
  if (rows[0]!.o_outcome !== 'held' || random() < 0.05) return;
  const isPaid = random() < 0.5;
  if (random() < 0.5) await lookUpMany();
  await closeHold(db, {
    ...{ account, hold: rows[0]!.o_hold, credits: isPaid ? 1 : 0, final: isPaid ? 'settled' : 'released' },
  });
}

async function race(): Promise<void> {
  while (asked < spends) {
    await (random() < 0.3 ? hold() : lookUpMany());
    if (random() < 0.8)
      await pool.query(`update stopped_clock set at = at + interval '37 minutes 7 seconds'`);
  }
}

await Promise.all(Array.from({ length: 4 }, race));
await pool.end();
process.send!(counts, undefined, undefined, () => process.disconnect?.());
