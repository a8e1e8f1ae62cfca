import type { Db } from '#core/context.ts';

/** A movement of money that has no invoice or credit note yet. */
export interface Undocumented {
  id: string;
  kind: 'payment' | 'refund' | 'chargeback';
  account: number;
  provider: string;
  /** The provider's ids of this movement and of the payment that it concerns. */
  reference: string;
  payment: string;
  plan: string;
  amountPaise: number;
  periodStart: Date | null;
  periodEnd: Date | null;
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
  const row = await undocumented(db).where('id', '=', id).selectAll().forUpdate().executeTakeFirst();
  return row
    ? {
        id: row.id,
        kind: row.kind as Undocumented['kind'],
        account: row.account!,
        provider: row.provider,
        reference: row.reference,
        payment: row.provider_payment_id,
        plan: row.plan,
        amountPaise: row.amount_paise,
        periodStart: row.period_start,
        periodEnd: row.period_end,
      }
    : null;
}

/** Oldest first, so that an invoice comes before its credit notes. */
export async function undocumentedAfter(db: Db, number: number, limit: number) {
  const rows = await undocumented(db)
    .where('number', '>', number)
    .select(['id', 'number', 'account'])
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ account, ...row }) => ({ ...row, account: account! }));
}

/** Stands for the number of a credit note that is never issued. */
export const noDocument = 'none';

/** Whether the payment was never invoiced and never will be, because all of it went back before. */
export async function getsNoInvoice(
  db: Db,
  { provider, payment }: Pick<Undocumented, 'provider' | 'payment'>,
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
