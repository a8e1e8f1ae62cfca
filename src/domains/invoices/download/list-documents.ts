import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { instant, orNull, text } from '#core/shapes.ts';
import { monthInIndia, TaxMonth } from '../returns/tax-month.ts';

const TaxDocument = Type.Object(
  {
    number: text('Its number.', 'INV/2627/000042'),
    kind: Type.Enum(['invoice', 'credit_note'], { description: 'Invoice or credit note.' }),
    is_sample: Type.Boolean({ description: 'Whether no money moved. Samples are in no return.' }),
    account_id: text('The account that bought.', 'acme-42'),
    buyer: text('The name of the buyer on it.', 'Example Traders'),
    gstin: orNull(Type.String({ examples: ['29ABCDE1234F1ZW'] }), 'The GSTIN of the buyer, if registered.'),
    place_of_supply: text('The code and the name of the State.', '27-Maharashtra'),
    total: Type.Integer({ description: 'With taxes, in paise.', examples: [39_900] }),
    taxable: Type.Integer({ description: 'In paise.' }),
    igst: Type.Integer({ description: 'In paise.' }),
    cgst: Type.Integer({ description: 'In paise.' }),
    sgst: Type.Integer({ description: 'SGST or UTGST, in paise.' }),
    payment_id: text("The provider's id of the payment.", 'pay_Qr7Z1mf02Ab'),
    refund_id: orNull(
      Type.String(),
      "The provider's id of the refund or the dispute that a credit note is for.",
    ),
    invoice: orNull(Type.String(), 'The invoice that a credit note reduces.'),
    issued_at: instant('When it was issued.'),
  },
  { title: 'TaxDocument' },
);
type TaxDocument = Static<typeof TaxDocument>;

const Filter = Type.Object({
  q: Type.String({
    'x-trimmed': true,
    maxLength: 200,
    default: '',
    description:
      'A number, an account, an email, a GSTIN, a payment, a refund, or a part of the name of the buyer. Empty for all.',
  }),
  kind: Type.Optional(Type.Enum(['invoice', 'credit_note'], { description: 'Only these.' })),
  month: Type.Optional(TaxMonth),
});

export const listDocuments = operation({
  id: 'invoices.list-documents',
  summary: 'List the invoices and credit notes of all accounts, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/billing/documents')],
  input: Type.Object({ ...Filter.properties, limit: pageLimit(1000, 100), cursor: NumberCursor }),
  output: Type.Object({ items: Type.Array(TaxDocument), next_cursor: NextCursor }),

  async run(ctx, { limit, cursor, ...wanted }) {
    const found = await documentsMatching(ctx.db, wanted, numberIn(cursor), limit + 1);
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows.map(({ id: _, ...document }) => document), next_cursor: nextCursor };
  },
});

async function documentsMatching(
  db: Db,
  { q, kind, month }: Static<typeof Filter>,
  before: number | undefined,
  limit: number,
) {
  const conditions = [sql`true`];
  if (kind) conditions.push(sql`document.kind = ${kind}`);
  if (before !== undefined) conditions.push(sql`document.id < ${before}`);
  if (month) {
    const { start, end } = monthInIndia(month);
    conditions.push(sql`document.issued_at >= ${start} and document.issued_at < ${end}`);
  }
  if (q !== '')
    conditions.push(sql`(document.number = upper(${q}) or document.provider_payment_id = ${q} or document.provider_refund_id = ${q}
      or account.account_id = ${q} or account.email = lower(${q}) or document.paper -> 'buyer' ->> 'gstin' = upper(${q})
      or strpos(lower(document.paper -> 'buyer' ->> 'name'), lower(${q})) > 0)`);
  return rowsOf<TaxDocument & { id: number }>(db)`
    select document.id, document.number, document.kind, (document.paper ->> 'isSample')::boolean as is_sample, account.account_id,
      document.paper -> 'buyer' ->> 'name' as buyer, document.paper -> 'buyer' ->> 'gstin' as gstin,
      concat(document.place_of_supply, '-', document.paper -> 'placeOfSupply' ->> 'name') as place_of_supply,
      document.total_paise as total, document.taxable_paise as taxable, document.igst_paise as igst, document.cgst_paise as cgst,
      document.sgst_paise + document.utgst_paise as sgst, document.provider_payment_id as payment_id,
      document.provider_refund_id as refund_id, document.paper -> 'credits' ->> 'number' as invoice, document.issued_at
    from tax_document as document join account on account.id = document.account
    where ${sql.join(conditions, sql` and `)}
    order by document.id desc limit ${limit}`;
}
