import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { failWith } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import type { AnswerClaim, StoredAnswer } from '#core/kernel.ts';

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

const unreadable =
  'This key was used before, and its answer can no longer be decrypted because SUPPRESSION_PEPPER has changed. ' +
  'Use a new key.';

const sealingKey = (pepper: string, { scope, key }: AnswerClaim) =>
  Buffer.from(hkdfSync('sha256', pepper, digest(scope, key), 'contactry answer', 32));

/** Encrypts a value so that reading it takes both the caller's key and the pepper. */
function seal(pepper: string, claim: AnswerClaim, value: unknown): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(pepper, claim), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value ?? null)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Fails with `idempotency_conflict` if the value was sealed with another pepper. */
function unseal(pepper: string, claim: AnswerClaim, stored: string): unknown {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(pepper, claim), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString());
  } catch (cause) {
    return fail('idempotency_conflict', { detail: unreadable, cause });
  }
}
