import { FileAnswer } from '#core/answers/file-answer.ts';
import type { Context } from '#core/context.ts';
import { printedPaper } from '../paper/printed-paper.ts';
import { keepPdf, type StoredDocument } from './stored-documents.ts';

/** The document's file. The first download prints it; every later one gets the same bytes. */
export async function pdfOf(
  ctx: Pick<Context, 'db' | 'ports'>,
  document: StoredDocument,
): Promise<FileAnswer> {
  const { id, issuedAt, paper, pdf } = document;
  const kept = pdf ?? (await keepPdf(ctx.db, id, await ctx.ports.press.print(printedPaper(paper, issuedAt))));
  return new FileAnswer(`${paper.number.replaceAll('/', '-')}.pdf`, 'application/pdf', kept);
}
