import type { MonthDocument } from './month-documents.ts';

/**
 * The tables of GSTR-1 (CGST Rule 59) that a seller of services inside India fills, with the columns of the government's offline tool.
 * The tool imports each as one CSV.
 */
export const gstr1Sections = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn_b2b', 'hsn_b2c', 'docs'] as const;
export type Gstr1Section = (typeof gstr1Sections)[number];

type Cell = string | number;
interface Sheet {
  columns: readonly string[];
  rowsOf: (documents: readonly MonthDocument[]) => Cell[][];
}

/** Invoices to unregistered buyers in other States above this are listed one by one (Rule 59(4), from August 2024): ₹1,00,000. */
const largePaise = 1_00_000_00;
const isLarge = ({ gstin, igst, invoice_total }: MonthDocument) =>
  gstin === null && igst > 0 && invoice_total > largePaise;
const isInvoice = ({ kind }: MonthDocument) => kind === 'invoice';
const isNote = ({ kind }: MonthDocument) => kind === 'credit_note';
const isRegistered = ({ gstin }: MonthDocument) => gstin !== null;

/** Which of the listed or summed tables a document belongs to. Each belongs to one. */
export function sectionOf(document: MonthDocument): 'b2b' | 'b2cl' | 'b2cs' | 'cdnr' | 'cdnur' {
  if (isRegistered(document)) return isInvoice(document) ? 'b2b' : 'cdnr';
  if (!isLarge(document)) return 'b2cs';
  return isInvoice(document) ? 'b2cl' : 'cdnur';
}

const rupees = (paise: number): string =>
  `${paise < 0 ? '-' : ''}${Math.floor(Math.abs(paise) / 100)}.${String(Math.abs(paise) % 100).padStart(2, '0')}`;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `22-Nov-2026` */
const dateOf = (date: string): string => {
  const [year, month, day] = date.split('-');
  return `${day}-${months[Number(month) - 1]}-${year}`;
};
/** A credit note counts against its month. */
const signOf = (document: MonthDocument): 1 | -1 => (isInvoice(document) ? 1 : -1);

const none = '';
const noCess = '0.00';
const regular = 'Regular B2B';

/** Sums in the order of the keys. */
function grouped(
  documents: readonly MonthDocument[],
  keyOf: (document: MonthDocument) => string,
): { first: MonthDocument; sum: (member: 'total' | 'taxable' | 'igst' | 'cgst' | 'sgst') => number }[] {
  const groups = Map.groupBy(documents, keyOf);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, members]) => ({
      first: members[0]!,
      sum: (member) => members.reduce((sum, document) => sum + signOf(document) * document[member], 0),
    }));
}

type Column = (document: MonthDocument) => Cell;
const price: Column = ({ total }) => rupees(total);
const day: Column = ({ date }) => dateOf(date);
const numbered: Column = ({ number }) => number;
const empty: Column = () => none;

/** The columns of the tables that list documents, by their heads. */
const listed = {
  'GSTIN/UIN of Recipient': ({ gstin }) => gstin!,
  'Receiver Name': ({ buyer }) => buyer,
  'UR Type': () => 'B2CL',
  'Invoice Number': numbered,
  'Invoice date': day,
  'Invoice Value': price,
  'Note Number': numbered,
  'Note Date': day,
  'Note Type': () => 'C',
  'Place Of Supply': ({ place }) => place,
  'Reverse Charge': () => 'N',
  'Note Supply Type': () => regular,
  'Note Value': price,
  'Applicable % of Tax Rate': empty,
  'Invoice Type': () => regular,
  'E-Commerce GSTIN': empty,
  Rate: ({ rate }) => rate,
  'Taxable Value': ({ taxable }) => rupees(taxable),
  'Cess Amount': () => noCess,
} satisfies Record<string, Column>;

const listing = (
  section: ReturnType<typeof sectionOf>,
  ...columns: readonly (keyof typeof listed)[]
): Sheet => ({
  columns,
  rowsOf: (documents) =>
    documents
      .filter((one) => sectionOf(one) === section)
      .map((document) => columns.map((head) => listed[head](document))),
});
const rates = ['Applicable % of Tax Rate', 'Rate', 'Taxable Value', 'Cess Amount'] as const;

const hsn = (isOurs: (document: MonthDocument) => boolean): Sheet => ({
  columns: [
    ...['HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate', 'Taxable Value'],
    ...['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount', 'Cess Amount'],
  ],
  // Services have no unit and no quantity.
  rowsOf: (documents) =>
    grouped(documents.filter(isOurs), ({ sac, rate }) => `${sac} ${rate}`).map(({ first, sum }) => [
      ...[first.sac, none, 'NA', 0, rupees(sum('total')), first.rate, rupees(sum('taxable'))],
      ...[rupees(sum('igst')), rupees(sum('cgst')), rupees(sum('sgst')), noCess],
    ]),
});

const sheets: Readonly<Record<Gstr1Section, Sheet>> = {
  b2b: listing(
    'b2b',
    ...([
      'GSTIN/UIN of Recipient',
      'Receiver Name',
      'Invoice Number',
      'Invoice date',
      'Invoice Value',
    ] as const),
    ...(['Place Of Supply', 'Reverse Charge', 'Applicable % of Tax Rate', 'Invoice Type'] as const),
    ...(['E-Commerce GSTIN', 'Rate', 'Taxable Value', 'Cess Amount'] as const),
  ),
  b2cl: listing(
    'b2cl',
    ...(['Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply'] as const),
    ...rates,
    'E-Commerce GSTIN',
  ),
  b2cs: {
    columns: ['Type', 'Place Of Supply', ...rates, 'E-Commerce GSTIN'],
    // Their credit notes aren't listed: they reduce the sum of their State, which may become negative.
    rowsOf: (documents) =>
      grouped(
        documents.filter((one) => sectionOf(one) === 'b2cs'),
        ({ place, rate }) => `${place} ${rate}`,
      ).map(({ first, sum }) => ['OE', first.place, none, first.rate, rupees(sum('taxable')), noCess, none]),
  },
  cdnr: listing(
    'cdnr',
    ...(['GSTIN/UIN of Recipient', 'Receiver Name', 'Note Number', 'Note Date', 'Note Type'] as const),
    ...(['Place Of Supply', 'Reverse Charge', 'Note Supply Type', 'Note Value'] as const),
    ...rates,
  ),
  cdnur: listing(
    'cdnur',
    ...(['UR Type', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply', 'Note Value'] as const),
    ...rates,
  ),
  hsn_b2b: hsn(isRegistered),
  hsn_b2c: hsn((document) => !isRegistered(document)),
  docs: {
    columns: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    rowsOf: (documents) => [
      ...seriesOf(documents.filter(isInvoice), 'Invoices for outward supply'),
      ...seriesOf(documents.filter(isNote), 'Credit Note'),
    ],
  },
};

/** Numbers have no gap, and none is ever cancelled. */
const seriesOf = (documents: readonly MonthDocument[], nature: string): Cell[][] =>
  [...Map.groupBy(documents, ({ prefix, financial_year }) => `${prefix}/${financial_year}`).values()].map(
    (series) => [nature, series[0]!.number, series.at(-1)!.number, series.length, 0],
  );

/** The rows of one table, with its head. */
export const sheetOf = (section: Gstr1Section, documents: readonly MonthDocument[]): Cell[][] => [
  [...sheets[section].columns],
  ...sheets[section].rowsOf(documents),
];
