import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import type { AnswerClaim, AnswerStore } from '#core/run-operation.ts';

/**
 * First answers by idempotency key, in the transaction of the operation they belong to. A second call with the same key
 * waits on the first one's row, so that it sees either its answer or, if it failed, a free key.
 * The key is stored hashed; a sealed answer can be read only with the caller's key and the pepper, which all processes on one
 * database are sure to share.
 */
export function openAnswerStore(pepper: string): AnswerStore {
  return {
    async claim(db, claim) {
      const claimed = await db
        .insertInto('idempotent_answer')
        .values({ scope: claim.scope, key: storedKey(claim), request_hash: requestHash(claim) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (claimed.numInsertedOrUpdatedRows === 1n) return null;
      const first = await db
        .selectFrom('idempotent_answer')
        .select(['request_hash', 'status', 'body'])
        .where('scope', '=', claim.scope)
        .where('key', '=', storedKey(claim))
        .executeTakeFirstOrThrow();
      if (!first.request_hash.equals(requestHash(claim))) fail('idempotency_conflict');
      const body = claim.sealed ? unseal(pepper, claim, first.body as string) : first.body;
      return { status: first.status ?? 200, body };
    },

    async keep(db, claim, { status, body }) {
      const stored = JSON.stringify(claim.sealed ? seal(pepper, claim, body) : body);
      await db
        .updateTable('idempotent_answer')
        .set({ status, body: sql`${stored}::jsonb` })
        .where('scope', '=', claim.scope)
        .where('key', '=', storedKey(claim))
        .execute();
    },
  };
}

const storedKey = ({ key }: AnswerClaim) => digest('idempotency', key).toString('hex');

const requestHash = ({ operation, input }: AnswerClaim) => digest(operation, JSON.stringify(sorted(input)));

/** Members in name order, so that the same body in another order is the same request. */
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
  'This was done under the same key before, and its answer can no longer be shown, because the SUPPRESSION_PEPPER has ' +
  'changed since. Use a new key.';

const sealingKey = (pepper: string, { scope, key }: AnswerClaim) =>
  Buffer.from(hkdfSync('sha256', pepper, digest(scope, key), 'contactry answer', 32));

function seal(pepper: string, claim: AnswerClaim, body: unknown): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(pepper, claim), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(body)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

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
