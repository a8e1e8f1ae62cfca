import Type from 'typebox';
import { FileOutput } from '#core/answers/file-answer.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredText } from '#core/shapes.ts';
import { pdfOf } from './pdf-of.ts';
import { documentAbout } from './stored-documents.ts';

export const showInvoice = operation({
  id: 'invoices.show-invoice',
  summary: 'Download the invoice of a payment',
  description: 'A PDF. Every download of an invoice has the same bytes.',
  kind: 'process',
  share: 'reports',
  doors: [dashboard('GET', '/internal/billing/invoice/{account_id}')],
  input: Type.Object({
    provider_payment_id: requiredText(
      200,
      "The payment provider's id of a completed payment.",
      'pay_NXh3k2Lq8Zx1Ab',
    ),
  }),
  example: { account_id: 'acme-42', provider_payment_id: 'pay_NXh3k2Lq8Zx1Ab' },
  output: FileOutput,
  contentType: 'application/pdf',
  errors: ['not_found'],
  account: 'required',
  idempotency: 'none',

  async run(ctx, { provider_payment_id }) {
    const about = { kind: 'invoice', provider_payment_id } as const;
    const invoice = await documentAbout(ctx.db, ctx.account.id, about);
    return invoice
      ? pdfOf(ctx, invoice)
      : ctx.fail('not_found', {
          detail:
            'This account has no invoice for a payment with this provider_payment_id. A captured payment gets one as soon as the account has a business profile; a duplicate that goes back gets none.',
        });
  },
});
