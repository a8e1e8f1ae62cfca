import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import { monthInIndia } from './tax-month.ts';

/** An invoice or a credit note, as a return reports it. Amounts are in paise. */
export interface MonthDocument {
  kind: 'invoice' | 'credit_note';
  number: string;
  prefix: string;
  financial_year: string;
  serial: number;
  /** The date in India, YYYY-MM-DD. */
  date: string;
  gstin: string | null;
  buyer: string;
  /** `27-Maharashtra` */
  place: string;
  sac: string;
  rate: number;
  total: number;
  taxable: number;
  igst: number;
  cgst: number;
  sgst: number;
  /** The total of the invoice: of a credit note, that of the one it reduces. */
  invoice_total: number;
}

/** The documents of a month, in the order of their numbers. Samples are left out, or are all there is. */
export async function documentsOfMonth(db: Db, month: string, samples: boolean): Promise<MonthDocument[]> {
  const { start, end } = monthInIndia(month);
  return rowsOf<MonthDocument>(db)`
    select document.kind, document.number, document.prefix, document.financial_year, document.serial, document.paper ->> 'date' as date,
      document.paper -> 'buyer' ->> 'gstin' as gstin, document.paper -> 'buyer' ->> 'name' as buyer,
      concat(document.place_of_supply, '-', document.paper -> 'placeOfSupply' ->> 'name') as place,
      document.paper ->> 'sac' as sac, (document.paper ->> 'rate')::integer as rate, document.total_paise as total,
      document.taxable_paise as taxable, document.igst_paise as igst, document.cgst_paise as cgst,
      document.sgst_paise + document.utgst_paise as sgst, coalesce(invoice.total_paise, document.total_paise) as invoice_total
    from tax_document as document left join tax_document as invoice on invoice.id = document.invoice
    where document.issued_at >= ${start} and document.issued_at < ${end}
      and (document.paper ->> 'isSample')::boolean = ${samples}
    order by document.prefix, document.financial_year, document.serial`;
}
