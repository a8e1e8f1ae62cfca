import type { Db } from '#core/context.ts';
import type { Paper } from '../paper/paper.ts';

/** An issued document of an account, with its file if it was downloaded before. */
export interface StoredDocument {
  id: number;
  issued_at: Date;
  paper: Paper;
  pdf: Buffer | null;
}

const documents = (db: Db) =>
  db
    .selectFrom('tax_document')
    .leftJoin('tax_document_file', 'tax_document_file.document', 'tax_document.id')
    .select(['id', 'issued_at', 'paper', 'pdf'])
    .$castTo<StoredDocument>();

export const documentNumbered = (db: Db, number: string): Promise<StoredDocument | undefined> =>
  documents(db).where('number', '=', number).executeTakeFirst();

/** The invoice of a payment, or the credit note of a refund, if the account has one. */
export const documentAbout = (
  db: Db,
  account: number,
  about:
    | { kind: 'invoice'; provider_payment_id: string }
    | { kind: 'credit_note'; provider_refund_id: string },
): Promise<StoredDocument | undefined> =>
  documents(db)
    .where((where) => where.and({ account, ...about }))
    .orderBy('id', 'desc')
    .executeTakeFirst();

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
