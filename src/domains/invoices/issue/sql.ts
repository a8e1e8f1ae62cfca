import type { Db } from '#core/context.ts';
import { fieldOf } from '#core/database/statement.ts';
import type { Paper } from '../paper/paper.ts';
import type { Series } from './document-number.ts';

/** An issued document. */
export interface Issued {
  id: number;
  account: number;
  number: string;
  paper: Paper;
}

export interface NewDocument extends Series {
  serial: number;
  number: string;
  account: number;
  provider: string;
  payment: string;
  refund: string | null;
  /** For a credit note: the invoice's id. */
  invoice: number | null;
  issuedAt: Date;
  paper: Paper;
}

/** The last number that was given. Others wait for the series until this transaction ends. */
export const lastNumberLocked = (db: Db, { prefix, financialYear }: Series): Promise<number> =>
  fieldOf<number>(db)`
    insert into tax_document_series as series (prefix, financial_year, last_number)
    values (${prefix}, ${financialYear}, 0)
    on conflict (prefix, financial_year) do update set last_number = series.last_number
    returning last_number`;

/** Inserts the document, and counts its number as given. */
export async function insertDocument(db: Db, document: NewDocument): Promise<Issued> {
  const { paper } = document;
  await db
    .updateTable('tax_document_series')
    .set({ last_number: document.serial })
    .where('prefix', '=', document.prefix)
    .where('financial_year', '=', document.financialYear)
    .execute();
  const { id } = await db
    .insertInto('tax_document')
    .values({
      kind: paper.kind,
      prefix: document.prefix,
      financial_year: document.financialYear,
      serial: document.serial,
      number: document.number,
      account: document.account,
      provider: document.provider,
      provider_payment_id: document.payment,
      provider_refund_id: document.refund,
      invoice: document.invoice,
      issued_at: document.issuedAt,
      place_of_supply: paper.placeOfSupply.code,
      ...amountsOf(paper),
      paper: JSON.stringify(paper),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, account: document.account, number: document.number, paper };
}

const amountsOf = ({ split }: Paper) => ({
  total_paise: split.totalPaise,
  taxable_paise: split.taxablePaise,
  cgst_paise: split.cgstPaise,
  sgst_paise: split.sgstPaise,
  utgst_paise: split.utgstPaise,
  igst_paise: split.igstPaise,
});

const documents = (db: Db) => db.selectFrom('tax_document').select(['id', 'account', 'number', 'paper']);

const issuedOf = (row: { paper: unknown } & Omit<Issued, 'paper'>): Issued => ({
  ...row,
  paper: row.paper as Paper,
});

export async function invoiceOf(
  db: Db,
  { provider, payment }: { provider: string; payment: string },
): Promise<Issued | null> {
  const row = await documents(db)
    .where('kind', '=', 'invoice')
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', payment)
    .executeTakeFirst();
  return row ? issuedOf(row) : null;
}

export async function creditNoteOf(
  db: Db,
  { provider, refund }: { provider: string; refund: string },
): Promise<Issued | null> {
  const row = await documents(db)
    .where('kind', '=', 'credit_note')
    .where('provider', '=', provider)
    .where('provider_refund_id', '=', refund)
    .executeTakeFirst();
  return row ? issuedOf(row) : null;
}

/** The sum of earlier credit notes for the invoice, in paise. */
export const creditedPaiseOf = (db: Db, invoice: number): Promise<number> =>
  fieldOf<number>(db)`
    select coalesce(sum(total_paise), 0)::bigint as credited
    from tax_document
    where invoice = ${invoice} and kind = 'credit_note'`;
