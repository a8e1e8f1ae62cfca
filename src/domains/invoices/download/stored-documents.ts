import type { Db } from '#core/context.ts';
import type { Paper } from '../paper/paper.ts';

/** An issued document of an account, with its file if it was downloaded before. */
export interface StoredDocument {
  id: number;
  issuedAt: Date;
  paper: Paper;
  pdf: Buffer | null;
}

const documents = (db: Db) =>
  db
    .selectFrom('tax_document')
    .leftJoin('tax_document_file', 'tax_document_file.document', 'tax_document.id')
    .select(['id', 'issued_at', 'paper', 'pdf']);

const documentsOf = (db: Db, account: number) =>
  documents(db).where('account', '=', account).orderBy('id', 'desc');

interface DocumentRow {
  id: number;
  issued_at: Date;
  paper: unknown;
  pdf: Buffer | null;
}

const documentOf = ({ id, issued_at, paper, pdf }: DocumentRow): StoredDocument => ({
  id,
  issuedAt: issued_at,
  paper: paper as Paper,
  pdf,
});

export async function documentNumbered(db: Db, number: string): Promise<StoredDocument | null> {
  const row = await documents(db).where('number', '=', number).executeTakeFirst();
  return row ? documentOf(row) : null;
}

/** The invoice of a payment, or null if the account has none. */
export async function invoiceOfPayment(
  db: Db,
  account: number,
  payment: string,
): Promise<StoredDocument | null> {
  const row = await documentsOf(db, account)
    .where('kind', '=', 'invoice')
    .where('provider_payment_id', '=', payment)
    .executeTakeFirst();
  return row ? documentOf(row) : null;
}

/** The credit note of a refund, or null if the account has none. */
export async function creditNoteOfRefund(
  db: Db,
  account: number,
  refund: string,
): Promise<StoredDocument | null> {
  const row = await documentsOf(db, account)
    .where('kind', '=', 'credit_note')
    .where('provider_refund_id', '=', refund)
    .executeTakeFirst();
  return row ? documentOf(row) : null;
}

/** Keeps the file, and returns the one that is kept: the first. */
export async function keepPdf(db: Db, document: number, pdf: Buffer): Promise<Buffer> {
  await db
    .insertInto('tax_document_file')
    .values({ document, pdf })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await db
    .selectFrom('tax_document_file')
    .select('pdf')
    .where('document', '=', document)
    .executeTakeFirstOrThrow();
  return kept.pdf;
}
