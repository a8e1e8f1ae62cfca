import Type from 'typebox';
import { FileOutput } from '#core/answers/file-answer.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { pdfOf } from './pdf-of.ts';
import { documentNumbered } from './stored-documents.ts';

export const downloadDocument = operation({
  id: 'invoices.download-document',
  summary: 'Download an invoice or a credit note of any account',
  description: 'A PDF, the same that the buyer gets. The audit log keeps who downloaded it.',
  kind: 'process',
  share: 'reports',
  doors: [admin('GET', '/api/v1/admin/billing/document')],
  roles: ['finance', 'support'],
  input: Type.Object({
    number: requiredText(16, 'Its number.', 'INV/2627/000042'),
  }),
  output: FileOutput,
  contentType: 'application/pdf',
  errors: ['not_found'],
  idempotency: 'none',

  async run(ctx, { number }) {
    const document = await documentNumbered(ctx.db, number);
    if (!document) return ctx.fail('not_found', { detail: 'No invoice and no credit note has this number.' });
    ctx.audit('invoices.document_downloaded', { before: null, after: { document: number } });
    return pdfOf(ctx, document);
  },
});
