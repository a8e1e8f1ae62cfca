import { type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { shareSuppressionLock, suppressedAmong, suppressionKeysOf } from '#domains/suppression/index.ts';
import type { FindAnswer } from '../shapes.ts';
import { replayOf, type StoredLookup, storedColumns, withoutPerson } from './answers.ts';
import { keyAfter, lookupIdOf } from './lookup.ts';

/** Whether the person was withdrawn since. An answer that cost nothing has no other mark of it: see `clearAnswers`. */
const isWithdrawn = sql<boolean>`exists (select from lookup_withdrawal(lookup))`.as('is_withdrawn');

/** The stored answer of a lookup made with a key of this mode. Null when it is no longer kept. */
export async function storedLookup(
  db: Db,
  account: number,
  mode: 'live' | 'test',
  opKey: string,
): Promise<(StoredLookup & { is_withdrawn: boolean }) | null> {
  const row = await db
    .selectFrom('lookup')
    .select(storedColumns)
    .select(sql<string | null>`directory_document(profile_hash, document_version)`.as('document'))
    .select(isWithdrawn)
    .where('account', '=', account)
    .where('is_test', '=', mode === 'test')
    .where('op_key', '=', opKey)
    .where(sql<SqlBool>`(kept_until is null or kept_until > now())`)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Stored answers by the ids of their lookups. A person who was suppressed or erased since is left out: the list is asked once
 * for all of them.
 */
export async function answersOf(
  db: Db,
  pepper: string,
  account: number,
  opKeys: readonly string[],
): Promise<Map<string, FindAnswer>> {
  if (opKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('lookup')
    .select(['op_key', ...storedColumns])
    .select(isWithdrawn)
    .where('account', '=', account)
    .where(sql<boolean>`op_key = any (${opKeys}::uuid[])`)
    .execute();
  const answers = rows.map((row) => replayOf(row.op_key, row));
  const keysOf = (answer: FindAnswer) => suppressionKeysOf(pepper, answer.profile.url, answer);
  const completed = answers.filter(({ status }) => status === 'completed');
  const suppressed = await suppressedAmong(db, completed.flatMap(keysOf));
  const isHidden = (answer: FindAnswer) =>
    suppressed.size > 0 && answer.status === 'completed' && keysOf(answer).some((key) => suppressed.has(key));
  return new Map(
    answers.map((answer, at) => [
      answer.id,
      rows[at]!.is_withdrawn || isHidden(answer) ? withoutPerson(answer) : answer,
    ]),
  );
}

/** More keys than an operation goes through while its workers die. */
const keysMax = 8;

/** The answers that operations already have, in order. A paid answer stays paid, whichever worker reports it. */
export async function endedAnswers(
  db: Db,
  pepper: string,
  account: number,
  opKeys: readonly string[],
): Promise<(FindAnswer | null)[]> {
  const chains = opKeys.map((first) => {
    const keys = [first];
    while (keys.length < keysMax) keys.push(keyAfter(keys.at(-1)!));
    return keys;
  });
  const answers = await answersOf(db, pepper, account, chains.flat());
  return chains.map(
    (keys) =>
      keys
        .map((key) => answers.get(lookupIdOf(key)))
        .find((answer) => answer !== undefined && answer.status !== 'pending') ?? null,
  );
}

/** Deletes the stored answers of a job's items in a transaction, and keeps whom they were about for `historyDays`. */
export async function forgetAnswersOf(
  db: Db,
  account: number,
  opKeys: readonly string[],
  historyDays: number,
): Promise<void> {
  await shareSuppressionLock(db);
  await sql`select lookup_forget_of(${account}, ${opKeys}::uuid[], ${historyDays})`.execute(db);
}
