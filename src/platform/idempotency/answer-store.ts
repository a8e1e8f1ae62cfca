import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { failWith } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import type { AnswerClaim, AnswerLease, AnswerStore, StoredAnswer } from '#core/kernel.ts';
import { seal, unseal } from './sealing.ts';

const fail = failWith(['idempotency_conflict', 'idempotency_key_in_use']);

/** A process that died is taken over after so long; each phase that commits begins it anew. */
const leaseSeconds = 60;
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/**
 * First answers by idempotency key. A command claims its key in its own transaction: a second call with the same key waits on
 * the first one's row, so that it sees either its answer or, if it failed, a free key. A process, which has no transaction
 * of its own, leases the key instead. Keys are stored hashed; a sealed answer can be read only with the caller's key and the
 * pepper, which all processes on one database are sure to share.
 */
export function openAnswerStore(pepper: string): AnswerStore {
  const toStored = (claim: AnswerClaim, value: unknown) =>
    sql<string>`${JSON.stringify((claim.sealed ? seal(pepper, claim, value) : value) ?? null)}::jsonb`;
  const fromStored = (claim: AnswerClaim, stored: unknown) =>
    claim.sealed ? unseal(pepper, claim, stored as string) : stored;

  /** The row of a key that another call has; 409 on another request. */
  async function firstRow(db: Db, claim: AnswerClaim) {
    const first = await rowOf(db, claim).select(['request_hash', 'status', 'body']).executeTakeFirst();
    if (first && !first.request_hash.equals(requestHash(claim))) fail('idempotency_conflict');
    return first;
  }

  function leaseOf(claim: AnswerClaim, lease: string, phases: unknown[]): AnswerLease {
    const update = (db: Db) =>
      db
        .updateTable('idempotent_answer')
        .where('scope', '=', claim.scope)
        .where('key', '=', storedKey(claim))
        .where('lease', '=', lease);
    return {
      phases: phases.map((phase) => fromStored(claim, phase)),
      async keepPhase(db, result) {
        const appended = sql<string>`phases || jsonb_build_array(${toStored(claim, result)})`;
        const kept = await update(db).set({ phases: appended, leased_until: leaseEnd }).executeTakeFirst();
        if (kept.numUpdatedRows === 0n) fail('idempotency_key_in_use', inUse);
      },
      async finish(db, { status, body }) {
        await update(db)
          .set({ status, body: toStored(claim, body) })
          .execute();
      },
      async release(db) {
        await sql`
          delete from idempotent_answer
          where scope = ${claim.scope} and key = ${storedKey(claim)} and lease = ${lease} and phases = '[]'`.execute(
          db,
        );
        await update(db).set({ leased_until: sql<Date>`'-infinity'` }).execute();
      },
    };
  }

  return {
    async claim(db, claim) {
      const claimed = await db
        .insertInto('idempotent_answer')
        .values({ scope: claim.scope, key: storedKey(claim), request_hash: requestHash(claim) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (claimed.numInsertedOrUpdatedRows === 1n) return null;
      const first = (await firstRow(db, claim))!;
      return { status: first.status ?? 200, body: fromStored(claim, first.body) };
    },

    async keep(db, claim, { status, body }) {
      await db
        .updateTable('idempotent_answer')
        .set({ status, body: toStored(claim, body) })
        .where('scope', '=', claim.scope)
        .where('key', '=', storedKey(claim))
        .execute();
    },

    async lease(db, claim): Promise<StoredAnswer | AnswerLease> {
      const lease = randomUUID();
      const hash = requestHash(claim);
      const taken = await db
        .insertInto('idempotent_answer')
        .values({
          scope: claim.scope,
          key: storedKey(claim),
          request_hash: hash,
          lease,
          leased_until: leaseEnd,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['scope', 'key'])
            .doUpdateSet({ lease, leased_until: leaseEnd })
            .where('idempotent_answer.status', 'is', null)
            .where('idempotent_answer.request_hash', '=', hash)
            .where('idempotent_answer.leased_until', '<', sql<Date>`clock_timestamp()`),
        )
        .returning('phases')
        .executeTakeFirst();
      if (taken) return leaseOf(claim, lease, taken.phases as unknown[]);
      const first = await firstRow(db, claim);
      if (first?.status == null) return fail('idempotency_key_in_use', inUse);
      return { status: first.status, body: fromStored(claim, first.body) };
    },
  };
}

const inUse = { headers: { 'Retry-After': '2' } };

const rowOf = (db: Db, claim: AnswerClaim) =>
  db.selectFrom('idempotent_answer').where('scope', '=', claim.scope).where('key', '=', storedKey(claim));

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
