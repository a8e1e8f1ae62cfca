import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { digestId } from '#core/ids.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { forgetOldAnswers } from './forget-answers.ts';

const minutes = 60_000;
const dayMs = 24 * 60 * minutes;

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
beforeEach(() => database.pool.query('truncate lookup'));
after(() => database[Symbol.asyncDispose]());

/** The UUID that `randomUUIDv7` makes at this time. */
const keyMadeAt = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`;
};
const digestKey = () => digestId('a test', randomUUID());

interface Kept {
  account: number;
  opKey: string;
  /** Null: as long as a job's results. */
  until: number | null;
}

/** An answer that was stored so long ago, by a service whose clock was ahead. */
const answered = (account: number, agoMs: number, aheadMs = 0): Kept => {
  const at = Date.now() - agoMs;
  return { account, opKey: keyMadeAt(at + aheadMs), until: at + dayMs };
};

async function given(answers: readonly Kept[]): Promise<void> {
  await database.pool.query(
    `insert into lookup (account, op_key, profile_hash, status, charged, balance_after, answer, kept_until)
     select account, op, gen_random_uuid(), 'completed', 1, 1, '{}', 'epoch'::timestamptz + until * interval '1 millisecond'
     from unnest($1::bigint[], $2::uuid[], $3::bigint[]) as given (account, op, until)`,
    [
      answers.map(({ account }) => account),
      answers.map(({ opKey }) => opKey),
      answers.map(({ until }) => until),
    ],
  );
}

async function left(): Promise<string[]> {
  const { rows } = await database.pool.query<{ op_key: string }>('select op_key from lookup order by op_key');
  return rows.map(({ op_key }) => op_key);
}
const keysOf = (answers: readonly Kept[]) => answers.map(({ opKey }) => opKey).sort();

test('answers are forgotten after a day, whatever their keys, in batches that end within accounts and between them', async () => {
  const accounts = [1, 2, 3, 5, 8];
  const due = accounts.flatMap((account) => [
    ...Array.from({ length: account }, () => answered(account, dayMs + account * minutes)),
    ...Array.from({ length: 3 }, () => ({ account, opKey: digestKey(), until: Date.now() - minutes })),
  ]);
  const kept = [...accounts, 4].flatMap((account) => [
    answered(account, dayMs - 5 * minutes),
    answered(account, 0),
    { account, opKey: digestKey(), until: Date.now() + minutes },
    { account, opKey: digestKey(), until: null },
    { account, opKey: '00000000-0000-8000-8000-000000000000', until: null },
  ]);
  for (const batchSize of [1, 2, 3, 7, 100]) {
    await database.pool.query('truncate lookup');
    await given([...due, ...kept]);
    await forgetOldAnswers(database.db, batchSize, 30);
    assert.deepEqual(await left(), keysOf(kept), `batches of ${batchSize}`);
  }
});

test('more accounts than a batch looks at are gone through', async () => {
  const due = Array.from({ length: 2_500 }, (_, at) => answered(at + 1, dayMs + minutes));
  await given(due);
  await forgetOldAnswers(database.db, 2_000, 30);
  assert.deepEqual(await left(), []);
});

test('a clock that was behind or ahead when the key was made loses no answer, and keeps none for ever', async () => {
  const behind = answered(1, dayMs - 5 * minutes, -30 * minutes);
  const ahead = answered(1, dayMs + 5 * minutes, 30 * minutes);
  const both = [behind, ahead];
  await given(both);
  await forgetOldAnswers(database.db, 10, 30);
  assert.deepEqual(await left(), keysOf(both));

  const later = [
    answered(1, dayMs + 55 * minutes, -30 * minutes),
    answered(1, dayMs + 65 * minutes, 30 * minutes),
  ];
  await database.pool.query('truncate lookup');
  await given(later);
  await forgetOldAnswers(database.db, 10, 30);
  assert.deepEqual(await left(), []);
});

test('two processes forget at once, and neither waits for an answer that is being read for an erasure', async () => {
  const due = Array.from({ length: 300 }, (_, at) => answered((at % 7) + 1, dayMs + minutes));
  const digests = due.map(({ account }) => ({ account, opKey: digestKey(), until: Date.now() - minutes }));
  await given([...due, ...digests]);
  const held = [due[0]!, digests[0]!];
  const other = await database.pool.connect();
  await other.query('begin');
  await other.query('select from lookup where op_key = any ($1::uuid[]) for update', [keysOf(held)]);
  await Promise.all([forgetOldAnswers(database.db, 20, 30), forgetOldAnswers(database.db, 20, 30)]);
  assert.deepEqual(await left(), keysOf(held));
  await other.query('commit');
  other.release();
  await forgetOldAnswers(database.db, 20, 30);
  assert.deepEqual(await left(), []);
});
