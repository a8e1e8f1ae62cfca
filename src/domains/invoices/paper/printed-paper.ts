import type { PrintedDocument, Row } from '#platform/pdf/document.ts';
import { amountRows, column, text } from './amount-rows.ts';
import { longDate } from './long-date.ts';
import type { Paper, PartyOnPaper, StateOnPaper } from './paper.ts';

/** The content of a document's pages, in order. */
export function printedPaper(paper: Paper, issuedAt: Date): PrintedDocument {
  const title = titleOf(paper);
  return {
    title: `${title} ${paper.number}`,
    author: paper.supplier.name,
    createdAt: issuedAt,
    rows: [
      ...sampleNotice(paper),
      {
        spaceAbove: paper.isSample ? 12 : 0,
        cells: [
          column(0.55, [text(title, 'title')]),
          column(0.45, [text(paper.number, 'heading'), text(longDate(paper.date))], 'right'),
        ],
      },
      {
        spaceAbove: 18,
        cells: [
          column(0.5, [text('Supplier', 'label'), ...party(paper.supplier)]),
          column(0.5, [text('Recipient', 'label'), ...party(paper.buyer)]),
        ],
      },
      ...creditedInvoice(paper),
      facts(paper),
      ...amountRows(paper),
      {
        spaceAbove: 18,
        cells: [column(1, [text('Amount in words', 'label'), text(paper.totalInWords, 'strong')])],
      },
    ],
    footer: `${paper.number} · ${footers[paper.kind]}`,
  };
}

const footers: Readonly<Record<Paper['kind'], string>> = {
  invoice: 'Issued electronically, valid without a signature (CGST Rules, Rule 46)',
  credit_note: 'Issued electronically (CGST Act, section 34)',
};

const titleOf = ({ kind }: Paper): string => (kind === 'invoice' ? 'Tax invoice' : 'Credit note');

const sampleNotice = ({ isSample, kind }: Paper): Row[] =>
  isSample
    ? [
        {
          background: 'notice',
          padding: 8,
          inset: 8,
          cells: [
            column(1, [
              text(
                `Sample: no money was paid, so this is not a valid ${kind === 'invoice' ? 'tax invoice' : 'credit note'}.`,
                'notice',
              ),
            ]),
          ],
        },
      ]
    : [];

const party = ({ name, addressLines, gstin, state }: PartyOnPaper) => [
  text(name, 'heading'),
  ...addressLines.map((line) => text(line)),
  text(`State: ${stateText(state)}`),
  text(gstin === null ? 'GSTIN: not registered' : `GSTIN: ${gstin}`),
];

/** `Karnataka (29)`. */
const stateText = ({ name, code }: StateOnPaper): string => `${name} (${code})`;

const creditedInvoice = ({ credits }: Paper): Row[] =>
  credits
    ? [
        {
          spaceAbove: 16,
          rule: 'thin',
          cells: [
            column(0.5, [
              text('For invoice', 'label'),
              text(`${credits.number} of ${longDate(credits.date)}`, 'strong'),
            ]),
            column(0.5, [text('Reason', 'label'), text(credits.reason)]),
          ],
          padding: 8,
        },
      ]
    : [];

const facts = ({ kind, placeOfSupply, reference }: Paper): Row => ({
  spaceAbove: kind === 'invoice' ? 16 : 0,
  rule: 'thin',
  padding: 8,
  cells: [
    column(0.3, [text('Place of supply', 'label'), text(stateText(placeOfSupply))]),
    column(0.2, [text('Reverse charge', 'label'), text('No')]),
    column(0.5, [text(kind === 'invoice' ? 'Paid with payment' : 'Refunded with', 'label'), text(reference)]),
  ],
});
