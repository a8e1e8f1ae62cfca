import { sql } from 'kysely';
import Type from 'typebox';
import type { Context, Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import {
  documentsOfMonth,
  gstr1Sections,
  type MonthDocument,
  monthInIndia,
  SupplierOf,
  samplesOnly,
  sectionOf,
  sheetOf,
  TaxMonth,
} from '#domains/invoices/index.ts';
import { providerNames } from '../variables.ts';

const sums = {
  documents: Type.Integer({ description: 'How many.' }),
  total: Type.Integer({ description: 'With taxes, in paise.' }),
  taxable: Type.Integer({ description: 'In paise.' }),
  igst: Type.Integer({ description: 'In paise.' }),
  cgst: Type.Integer({ description: 'In paise.' }),
  sgst: Type.Integer({ description: 'SGST and UTGST, in paise.' }),
};
type GstSums = Record<keyof typeof sums, number>;

const GstSection = Type.Object(
  {
    section: Type.Enum([...gstr1Sections], { description: 'The table.' }),
    rows: Type.Integer({ description: 'Rows of its table, without the head.' }),
    ...sums,
  },
  { title: 'GstSection' },
);

export const reportGst = operation({
  id: 'billing.report-gst',
  summary: 'Show the GST of a month, and whether it equals the payment ledger',
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [admin('GET', '/api/v1/admin/billing/gst')],
  input: Type.Object({ month: TaxMonth, samples: samplesOnly }),
  output: Type.Object({
    month: Type.String({ description: 'The month.', examples: ['2026-11'] }),
    sections: Type.Array(GstSection, {
      description: 'The tables of GSTR-1. In `b2cs`, `hsn_b2b` and `hsn_b2c`, credit notes are subtracted.',
    }),
    invoices: Type.Object(sums, { description: 'Sums of the invoices.' }),
    credit_notes: Type.Object(sums, { description: 'Sums of the credit notes, positive.' }),
    ledger: Type.Object(
      {
        invoiced: Type.Integer({
          description: 'The payments of these invoices in the payment ledger, in paise.',
        }),
        credited: Type.Integer({
          description: 'The money back of these credit notes in the payment ledger, in paise.',
        }),
        without_invoice: Type.Integer({
          description: 'Payments of the month that have no invoice yet, because the buyer gave no address.',
        }),
        without_invoice_amount: Type.Integer({ description: 'Their sum in paise.' }),
        is_equal: Type.Boolean({
          description: 'Whether invoices and credit notes equal the ledger to the paisa.',
        }),
      },
      { description: 'The same month in the payment ledger.' },
    ),
  }),
  errors: [],

  async run(ctx, { month, samples }) {
    const documents = await documentsOfMonth(ctx.db, month, samples);
    const invoices = sumsOf(documents.filter(({ kind }) => kind === 'invoice'));
    const credit_notes = sumsOf(documents.filter(({ kind }) => kind === 'credit_note'));
    const ledger = await ledgerOfMonth(ctx.db, month, documents, await providersWith(ctx, samples));
    return {
      month,
      sections: gstr1Sections.map((section) => ({
        section,
        rows: sheetOf(section, documents).length - 1,
        ...sumsOf(
          documents.filter((document) => belongsTo(section, document)),
          true,
        ),
      })),
      invoices,
      credit_notes,
      ledger: {
        ...ledger,
        is_equal: ledger.invoiced === invoices.total && ledger.credited === credit_notes.total,
      },
    };
  },
});

function belongsTo(section: (typeof gstr1Sections)[number], document: MonthDocument): boolean {
  if (section === 'docs') return true;
  if (section === 'hsn_b2b') return document.gstin !== null;
  return section === 'hsn_b2c' ? document.gstin === null : sectionOf(document) === section;
}

/** Sums of a table. Credit notes are subtracted where invoices are among them; a table of credit notes alone has positive sums. */
function sumsOf(documents: readonly MonthDocument[], isNet = false): GstSums {
  const hasInvoices = documents.some(({ kind }) => kind === 'invoice');
  const sum = (member: 'total' | 'taxable' | 'igst' | 'cgst' | 'sgst') =>
    documents.reduce(
      (total, document) =>
        total +
        (isNet && hasInvoices && document.kind === 'credit_note' ? -document[member] : document[member]),
      0,
    );
  return {
    documents: documents.length,
    ...{
      total: sum('total'),
      taxable: sum('taxable'),
      igst: sum('igst'),
      cgst: sum('cgst'),
      sgst: sum('sgst'),
    },
  };
}

/** The providers whose payments get samples, or those whose payments get real invoices. */
async function providersWith(
  { db, ports }: Pick<Context, 'db' | 'ports'>,
  samples: boolean,
): Promise<string[]> {
  const suppliers = ports.use(SupplierOf);
  const all = await Promise.all(
    providerNames.map(async (name) => ({ name, supplier: await suppliers.of(db, name) })),
  );
  return all.filter(({ supplier }) => (supplier?.isSample ?? false) === samples).map(({ name }) => name);
}

async function ledgerOfMonth(
  db: Db,
  month: string,
  documents: readonly MonthDocument[],
  providers: readonly string[],
) {
  const { start, end } = monthInIndia(month);
  const numbers = documents.map(({ number }) => number);
  const { rows } = await sql<{
    invoiced: number;
    credited: number;
    without_invoice: number;
    without_invoice_amount: number;
  }>`
    select
      (select coalesce(sum(amount_paise), 0)::bigint from payment where document = any(${numbers}) and kind = 'payment') as invoiced,
      (select coalesce(sum(amount_paise), 0)::bigint from payment where document = any(${numbers}) and kind <> 'payment') as credited,
      count(*)::integer as without_invoice, coalesce(sum(amount_paise), 0)::bigint as without_invoice_amount
    from payment
    where recorded_at >= ${start} and recorded_at < ${end} and outcome = 'granted' and document is null
      and provider = any(${[...providers]}::text[])`.execute(db);
  return rows[0]!;
}
