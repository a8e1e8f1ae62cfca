import type { Cell, Row, Text } from '#platform/pdf/document.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import type { Paper } from './paper.ts';

export const text = (written: string, style: Text['style'] = 'body'): Text => ({ text: written, style });

export const column = (share: number, texts: Text[], align: Cell['align'] = 'left'): Cell => ({
  share,
  texts,
  align,
});

/** The table of what was sold, and what it adds up to. */
export const amountRows = ({ description, sac, rate, split }: Paper): Row[] => [
  {
    background: 'tint',
    padding: 6,
    inset: 8,
    spaceAbove: 10,
    cells: [
      column(0.58, [text('Description', 'label')]),
      column(0.12, [text('SAC', 'label')]),
      column(0.1, [text('GST', 'label')], 'right'),
      column(0.2, [text('Taxable value', 'label')], 'right'),
    ],
  },
  {
    padding: 8,
    inset: 8,
    cells: [
      column(0.58, [text(description)]),
      column(0.12, [text(sac)]),
      column(0.1, [text(`${rate}%`)], 'right'),
      column(0.2, [text(rupeesAndPaiseOf(split.taxablePaise))], 'right'),
    ],
  },
  ...sums({ rate, split }),
];

function sums({ rate, split }: Pick<Paper, 'rate' | 'split'>): Row[] {
  const taxes: [string, number][] = [
    [`CGST ${rate / 2}%`, split.cgstPaise],
    [`SGST ${rate / 2}%`, split.sgstPaise],
    [`UTGST ${rate / 2}%`, split.utgstPaise],
    [`IGST ${rate}%`, split.igstPaise],
  ];
  return [
    { ...sum('Taxable value', split.taxablePaise), rule: 'thin' },
    ...taxes.filter(([, paise]) => paise > 0).map(([label, paise]) => sum(label, paise)),
    { ...sum('Total', split.totalPaise, 'total'), rule: 'strong', spaceAbove: 4 },
  ];
}

const sum = (label: string, paise: number, style: Text['style'] = 'body'): Row => ({
  padding: 4,
  inset: 8,
  cells: [
    column(0.5, []),
    column(0.25, [text(label, style)]),
    column(0.25, [text(rupeesAndPaiseOf(paise), style)], 'right'),
  ],
});
