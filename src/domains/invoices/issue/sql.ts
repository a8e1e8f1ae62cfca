import type { Insertable } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';
import type { TaxDocumentTable } from '#platform/database/rows.generated.ts';
import type { Paper } from '../paper/paper.ts';
import type { Series } from './document-number.ts';

/** An issued document. */
export interface Issued {
  id: number;
  account: number;
  number: string;
  paper: Paper;
}

/** A document to store, without the columns that follow from its paper. */
export type NewDocument = Omit<
  Insertable<TaxDocumentTable>,
  'kind' | 'place_of_supply' | keyof ReturnType<typeof amountsOf> | 'paper'
> & { paper: Paper };

/** The last number that was given. Others wait for the series until this transaction ends. */
export const lastNumberLocked = (db: Db, { prefix, financial_year }: Series): Promise<number> =>
  fieldOf<number>(db)`
    insert into tax_document_series as series (prefix, financial_year, last_number)
    values (${prefix}, ${financial_year}, 0)
    on conflict (prefix, financial_year) do update set last_number = series.last_number
    returning last_number`;

/** Inserts the document, and counts its number as given. */
export async function insertDocument(db: Db, { paper, ...document }: NewDocument): Promise<Issued> {
  const { prefix, financial_year, serial, account, number } = document;
  await db
    .updateTable('tax_document_series')
    .set({ last_number: serial })
    .where((where) => where.and({ prefix, financial_year }))
    .execute();
  const { id } = await db
    .insertInto('tax_document')
    .values({
      ...document,
      kind: paper.kind,
      place_of_supply: paper.placeOfSupply.code,
      ...amountsOf(paper),
      paper: JSON.stringify(paper),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, account, number, paper };
}

const amountsOf = ({ split }: Paper) => ({
  total_paise: split.totalPaise,
  taxable_paise: split.taxablePaise,
  cgst_paise: split.cgstPaise,
  sgst_paise: split.sgstPaise,
  utgst_paise: split.utgstPaise,
  igst_paise: split.igstPaise,
});

const issued = (db: Db) =>
  db.selectFrom('tax_document').select(['id', 'account', 'number', 'paper']).$castTo<Issued>();

export const invoiceOf = (
  db: Db,
  { provider, payment }: { provider: string; payment: string },
): Promise<Issued | undefined> =>
  issued(db)
    .where((where) => where.and({ kind: 'invoice', provider, provider_payment_id: payment }))
    .executeTakeFirst();

export const creditNoteOf = (
  db: Db,
  { provider, refund }: { provider: string; refund: string },
): Promise<Issued | undefined> =>
  issued(db)
    .where((where) => where.and({ kind: 'credit_note', provider, provider_refund_id: refund }))
    .executeTakeFirst();

/** The sum of earlier credit notes for the invoice, in paise. */
export const creditedPaiseOf = (db: Db, invoice: number): Promise<number> =>
  fieldOf<number>(db)`
    select coalesce(sum(total_paise), 0)::bigint as credited
    from tax_document
    where invoice = ${invoice} and kind = 'credit_note'`;
