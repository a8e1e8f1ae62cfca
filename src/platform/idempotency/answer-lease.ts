import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { failWith } from '#core/failure.ts';
import type { AnswerClaim, AnswerLease, StoredAnswer } from '#core/kernel.ts';
import { answerIn, firstRow, namedBy, requestHash, type StoredForm } from './stored-row.ts';

const failInUse = failWith(['idempotency_key_in_use']);
const inUse = { headers: { 'Retry-After': '2' } };

/** After this long another call may take over from a process that died. Every committed phase restarts it. */
const leaseSeconds = 60;
const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** Leases a free key, or one whose lease has expired. Returns the first answer if there is one. */
export async function leaseKey(
  db: Db,
  claim: AnswerClaim,
  form: StoredForm,
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
    return leaseOf(claim, form, { lease, phases });
  }
  const first = await firstRow(db, claim);
  if (first?.status == null) return failInUse('idempotency_key_in_use', inUse);
  return answerIn(first, form.fromStored(claim, first.body));
}

/** The row records its holder, so a holder that lost the lease updates nothing. */
function leaseOf(
  claim: AnswerClaim,
  { toStored }: StoredForm,
  { lease, phases }: { lease: string; phases: ReadonlyMap<number, unknown> },
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
    async savePhase(db, number, result) {
      const kept = await update(db)
        .set({
          phases: sql<string>`phases || jsonb_build_object(${String(number)}::text, ${toStored(claim, result)})`,
          leased_until: leaseEnd,
        })
        .executeTakeFirst();
      if (kept.numUpdatedRows === 0n) failInUse('idempotency_key_in_use', inUse);
    },
    async finish(db, { status, ...answer }) {
      const kept = await update(db)
        .set({ status, body: toStored(claim, answer) })
        .executeTakeFirst();
      if (kept.numUpdatedRows === 0n) failInUse('idempotency_key_in_use', inUse);
    },
    async release(db) {
      await sql`
        delete from idempotent_answer
        where scope = ${scope} and key = ${key} and lease = ${lease} and phases = '{}'`.execute(db);
      await update(db).set({ leased_until: sql<Date>`'-infinity'` }).execute();
    },
  };
}
