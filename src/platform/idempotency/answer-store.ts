import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Leases, leaseMs, openLeases } from '#core/concurrency/leases.ts';
import type { Db, Log } from '#core/context.ts';
import { failWith } from '#core/failure.ts';
import type { AnswerClaim, AnswerLease, AnswerStore, StoredAnswer } from '#core/kernel.ts';
import { answerIn, firstRow, namedBy, requestHash, type StoredForm, storedForm } from './stored-row.ts';

/**
 * First answers by idempotency key. A command claims its key inside its transaction, so a second call waits on the row until
 * the first commits or fails. A process has no single transaction and leases the key instead. A sealed answer needs both the
 * caller's key and the pepper, which all processes on a database share.
 */
export function openAnswerStore({ pepper, db, log }: { pepper: string; db: Db; log: Log }): AnswerStore {
  const form = storedForm(pepper);
  const leases = openLeases<HeldKey>(
    (held) => renewKeys(db, held),
    (error) => log.warn({ error }, 'leases on idempotency keys could not be renewed'),
  );
  return {
    async claim(db, claim) {
      const claimed = await db
        .insertInto('idempotent_answer')
        .values({ ...namedBy(claim), request_hash: requestHash(claim) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (claimed.numInsertedOrUpdatedRows === 1n) return null;
      const first = (await firstRow(db, claim))!;
      return answerIn(first, form.fromStored(claim, first.body));
    },

    async keep(db, claim, { status, ...answer }) {
      const { scope, key } = namedBy(claim);
      await db
        .updateTable('idempotent_answer')
        .set({ status, body: form.toStored(claim, answer) })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .execute();
    },

    lease: (db, claim) => leaseKey(db, claim, { form, leases }),
  };
}

const failInUse = failWith(['idempotency_key_in_use']);
const inUse = { headers: { 'Retry-After': '2' } };

/** The holder renews it until its call has ended. */
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseMs / 1000})`;

interface HeldKey {
  scope: string;
  key: string;
  lease: string;
}

export async function renewKeys(db: Db, held: readonly HeldKey[]): Promise<void> {
  await sql`
    update idempotent_answer as answer set leased_until = ${leaseEnd}
    from unnest(
      ${held.map(({ scope }) => scope)}::text[],
      ${held.map(({ key }) => key)}::text[],
      ${held.map(({ lease }) => lease)}::uuid[]
    ) as held (scope, key, lease)
    where answer.scope = held.scope and answer.key = held.key and answer.lease = held.lease
      and answer.leased_until > clock_timestamp()`.execute(db);
}

/** Leases a free key, or one whose lease has expired. Returns the first answer if there is one. */
async function leaseKey(
  db: Db,
  claim: AnswerClaim,
  { form, leases }: { form: StoredForm; leases: Leases<HeldKey> },
): Promise<StoredAnswer | AnswerLease> {
  const lease = randomUUID();
  const hash = requestHash(claim);
  const taken = await db
    .insertInto('idempotent_answer')
    .values({ ...namedBy(claim), request_hash: hash, lease, leased_until: leaseEnd })
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
  if (taken) {
    const phases = new Map(
      Object.entries(taken.phases as object).map(([number, stored]) => [
        Number(number),
        form.fromStored(claim, stored),
      ]),
    );
    const kept = leases.keep({ ...namedBy(claim), lease });
    return leaseOf(claim, form, { lease, phases, kept });
  }
  const first = await firstRow(db, claim);
  if (first?.status == null) return failInUse('idempotency_key_in_use', inUse);
  return answerIn(first, form.fromStored(claim, first.body));
}

/** The row records its holder, so a holder that lost the lease updates nothing. */
function leaseOf(
  claim: AnswerClaim,
  { toStored }: StoredForm,
  { lease, phases, kept }: { lease: string; phases: ReadonlyMap<number, unknown>; kept: Disposable },
): AnswerLease {
  const { scope, key } = namedBy(claim);
  const update = (db: Db) =>
    db
      .updateTable('idempotent_answer')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('lease', '=', lease);
  return {
    phases,
    [Symbol.dispose]: () => kept[Symbol.dispose](),
    async savePhase(db, number, result) {
      const saved = await update(db)
        .set({
          phases: sql<string>`phases || jsonb_build_object(${String(number)}::text, ${toStored(claim, result)})`,
          leased_until: leaseEnd,
        })
        .executeTakeFirst();
      if (saved.numUpdatedRows === 0n) failInUse('idempotency_key_in_use', inUse);
    },
    async finish(db, { status, ...answer }) {
      const saved = await update(db)
        .set({ status, body: toStored(claim, answer) })
        .executeTakeFirst();
      if (saved.numUpdatedRows === 0n) failInUse('idempotency_key_in_use', inUse);
    },
    async release(db) {
      await sql`
        delete from idempotent_answer
        where scope = ${scope} and key = ${key} and lease = ${lease} and phases = '{}'`.execute(db);
      await update(db).set({ leased_until: sql<Date>`'-infinity'` }).execute();
    },
  };
}
