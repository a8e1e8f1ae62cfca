import { FileAnswer } from '#core/answers/file-answer.ts';
import type { Context } from '#core/context.ts';
import { port } from '#core/ports.ts';
import type { Press } from '#platform/pdf/open-press.ts';
import { printedPaper } from '../paper/printed-paper.ts';
import { keepPdf, type StoredDocument } from './stored-documents.ts';

export const InvoicePress = port<Press>('invoice-press');

/** The document's file. The first download prints it; every later one gets the same bytes. */
export async function pdfOf(
  ctx: Pick<Context, 'db' | 'ports'>,
  document: StoredDocument,
): Promise<FileAnswer> {
  const { id, issued_at, paper, pdf } = document;
  const kept =
    pdf ??
    (await keepPdf(ctx.db, id, await ctx.ports.use(InvoicePress).print(printedPaper(paper, issued_at))));
  return new FileAnswer(`${paper.number.replaceAll('/', '-')}.pdf`, 'application/pdf', kept);
}
