import Type from 'typebox';
import { FileOutput } from '#core/answers/file-answer.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { pdfOf } from './pdf-of.ts';
import { documentAbout } from './stored-documents.ts';

export const showCreditNote = operation({
  id: 'invoices.show-credit-note',
  summary: 'Download the credit note of a refund',
  description: 'A PDF. Every download of a credit note has the same bytes.',
  kind: 'process',
  share: 'reports',
  doors: [dashboard('GET', '/internal/billing/credit-note/{account_id}')],
  input: Type.Object({
    provider_refund_id: requiredText(
      200,
      "The payment provider's id of the refund or of the lost dispute: `provider_reference` in the payments.",
      'rfnd_NXh5r8Lq2Zx7Cd',
    ),
  }),
  example: { account_id: 'acme-42', provider_refund_id: 'rfnd_NXh5r8Lq2Zx7Cd' },
  output: FileOutput,
  contentType: 'application/pdf',
  errors: ['not_found'],
  account: 'required',
  idempotency: 'none',

  async run(ctx, { provider_refund_id }) {
    const about = { kind: 'credit_note', provider_refund_id } as const;
    const note = await documentAbout(ctx.db, ctx.account.id, about);
    return note
      ? pdfOf(ctx, note)
      : ctx.fail('not_found', {
          detail:
            "This account has no credit note for a refund with this id. It is the refund's or dispute's provider_reference in the account's payments.",
        });
  },
});
