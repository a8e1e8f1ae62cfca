import type { AnswerStore } from '#core/kernel.ts';
import { leaseKey } from './answer-lease.ts';
import { firstRow, namedBy, requestHash, storedForm } from './stored-row.ts';

/**
 * First answers by idempotency key. A command claims its key in its own transaction: a second call with the same key waits on
 * the first one's row, so that it sees either its answer or, if it failed, a free key. A process, which has no transaction
 * of its own, leases the key instead. A sealed answer can be read only with the caller's key and the pepper, which all
 * processes on one database are sure to share.
 */
export function openAnswerStore(pepper: string): AnswerStore {
  const form = storedForm(pepper);
  return {
    async claim(db, claim) {
      const claimed = await db
        .insertInto('idempotent_answer')
        .values({ ...namedBy(claim), request_hash: requestHash(claim) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (claimed.numInsertedOrUpdatedRows === 1n) return null;
      const first = (await firstRow(db, claim))!;
      return { status: first.status ?? 200, body: form.fromStored(claim, first.body) };
    },

    async keep(db, claim, { status, body }) {
      const { scope, key } = namedBy(claim);
      await db
        .updateTable('idempotent_answer')
        .set({ status, body: form.toStored(claim, body) })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .execute();
    },

    lease: (db, claim) => leaseKey(db, claim, form),
  };
}
