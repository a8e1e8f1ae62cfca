import type { Selectable } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PaymentTable } from '#platform/database/rows.generated.ts';

/** A movement of money that has no invoice or credit note yet. */
export interface Undocumented extends Selectable<PaymentTable> {
  kind: 'payment' | 'refund' | 'chargeback';
  account: number;
}

const undocumented = (db: Db) =>
  db
    .selectFrom('payment')
    .where('document', 'is', null)
    .where('account', 'is not', null)
    .where((where) =>
      where.or([where('outcome', '=', 'granted'), where('kind', 'in', ['refund', 'chargeback'])]),
    );

/** Takes the movement for the rest of the transaction. Null if it has its document, or needs none. */
export async function takeUndocumented(db: Db, id: string): Promise<Undocumented | null> {
  const found = undocumented(db).where('id', '=', id).selectAll().forUpdate();
  return (await found.$castTo<Undocumented>().executeTakeFirst()) ?? null;
}

/** Oldest first, so that an invoice comes before its credit notes. */
export const undocumentedAfter = (db: Db, number: number, limit: number) =>
  undocumented(db)
    .where('number', '>', number)
    .select(['id', 'number', 'account'])
    .$castTo<Pick<Undocumented, 'id' | 'number' | 'account'>>()
    .orderBy('number')
    .limit(limit)
    .execute();

/** In place of the number of a credit note that is never issued. */
export const noDocument = 'none';

/** Whether the payment was never invoiced and never will be, because all of it went back before. */
export async function getsNoInvoice(
  db: Db,
  { provider, provider_payment_id: payment }: Undocumented,
): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .select('id')
    .where('kind', '=', 'payment')
    .where('provider', '=', provider)
    .where('reference', '=', payment)
    .where('outcome', '<>', 'granted')
    .where('document', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setDocument(db: Db, id: string, document: string): Promise<void> {
  await db.updateTable('payment').set({ document }).where('id', '=', id).execute();
}
