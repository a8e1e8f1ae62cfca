import type { TaxSplit } from '#values/gst/index.ts';

export interface StateOnPaper {
  code: string;
  name: string;
}

export interface PartyOnPaper {
  name: string;
  addressLines: string[];
  /** Null for a buyer who is not registered. */
  gstin: string | null;
  state: StateOnPaper;
}

/** Everything that an invoice or credit note says (CGST Rules 46 and 53). Stored as it was issued. */
export interface Paper {
  kind: 'invoice' | 'credit_note';
  number: string;
  /** The date in India, for example `2026-11-22`. */
  date: string;
  supplier: PartyOnPaper;
  /** No money moved, and the document says that it is a sample. */
  isSample: boolean;
  buyer: PartyOnPaper;
  placeOfSupply: StateOnPaper;
  sac: string;
  description: string;
  /** The provider's id of the payment, or of the refund. */
  reference: string;
  /** In per cent, of all taxes together. */
  rate: number;
  split: TaxSplit;
  totalInWords: string;
  /** For a credit note: the invoice that it reduces, and why. */
  credits: { number: string; date: string; reason: string } | null;
}
