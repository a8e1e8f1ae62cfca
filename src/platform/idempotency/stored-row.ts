import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { failWith } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import type { AnswerClaim, StoredAnswer } from '#core/kernel.ts';
import { seal, unseal } from './sealing.ts';

const fail = failWith(['idempotency_conflict']);

/** How values are stored: as JSON, sealed if the claim asks for it. */
export const storedForm = (pepper: string) => ({
  toStored: (claim: AnswerClaim, value: unknown) =>
    sql<string>`${JSON.stringify((claim.sealed ? seal(pepper, claim, value) : value) ?? null)}::json`,
  fromStored: (claim: AnswerClaim, stored: unknown): unknown =>
    claim.sealed ? unseal(pepper, claim, stored as string) : stored,
});
export type StoredForm = ReturnType<typeof storedForm>;

/** The answer of a row whose `body` was read from its stored form. */
export const answerIn = ({ status }: { status: number | null }, stored: unknown): StoredAnswer => ({
  status: status ?? 200,
  ...(stored as Pick<StoredAnswer, 'body' | 'headers'>),
});

/** Identifies a claim's row. The caller's key is stored hashed. */
export const namedBy = ({ scope, key }: AnswerClaim) => ({
  scope,
  key: digest('idempotency', key).toString('hex'),
});

/** The row of a key that is already in use. Fails with `idempotency_conflict` for a different request. */
export async function firstRow(db: Db, claim: AnswerClaim) {
  const { scope, key } = namedBy(claim);
  const first = await db
    .selectFrom('idempotent_answer')
    .select(['request_hash', 'status', 'body'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
  if (first && !first.request_hash.equals(requestHash(claim))) fail('idempotency_conflict');
  return first;
}

export const requestHash = ({ operation, input }: AnswerClaim): Buffer =>
  digest(operation, JSON.stringify(sorted(input)));

/** Sorts members by name, so that their order in the body doesn't matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
