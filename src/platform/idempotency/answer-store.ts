import { openLeases } from '#core/concurrency/leases.ts';
import type { Db, Log } from '#core/context.ts';
import type { AnswerStore } from '#core/kernel.ts';
import { type HeldKey, leaseKey, renewKeys } from './answer-lease.ts';
import { answerIn, firstRow, namedBy, requestHash, storedForm } from './stored-row.ts';

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
