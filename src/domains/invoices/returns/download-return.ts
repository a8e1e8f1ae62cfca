import Type from 'typebox';
import { csvText } from '#core/answers/csv-text.ts';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { gstr1Sections, sheetOf } from './gstr1.ts';
import { documentsOfMonth } from './month-documents.ts';
import { TaxMonth } from './tax-month.ts';

const contentType = 'text/csv; charset=utf-8';

export const samplesOnly = Type.Boolean({
  default: false,
  description: 'The samples, which no money was paid for, instead of the real documents.',
});

export const downloadReturn = operation({
  id: 'invoices.download-return',
  summary: 'Download a table of GSTR-1 for a month as CSV',
  description: "With the columns of the government's offline tool, which imports it.",
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [admin('GET', '/api/v1/admin/billing/gst/csv')],
  input: Type.Object({
    month: TaxMonth,
    section: Type.Enum([...gstr1Sections], {
      description:
        '`b2b`: registered buyers. `b2cl`: unregistered buyers in other States, above ₹1,00,000. `b2cs`: all other buyers, a sum for each ' +
        'State. `cdnr` and `cdnur`: credit notes to registered buyers, and of `b2cl`. `hsn_b2b` and `hsn_b2c`: sums for each SAC. `docs`: the ' +
        'numbers that were issued.',
    }),
    samples: samplesOnly,
  }),
  output: FileOutput,
  contentType,
  idempotency: 'none',

  async run(ctx, { month, section, samples }) {
    const documents = await documentsOfMonth(ctx.db, month, samples);
    return new FileAnswer(`gstr1-${month}-${section}.csv`, contentType, csvText(sheetOf(section, documents)));
  },
});
