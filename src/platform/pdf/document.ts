/** A document to print: rows from top to bottom, broken into A4 pages between rows. Plain data, so that a worker can take it. */
export interface PrintedDocument {
  title: string;
  author: string;
  /** Printed nowhere, but a part of the file: two files with the same content and time have the same bytes. */
  createdAt: Date;
  rows: Row[];
  /** At the bottom of every page, before the page number. */
  footer: string;
}

/** Cells beside each other. */
export interface Row {
  cells: Cell[];
  /** In points, as everywhere. */
  spaceAbove?: number;
  /** A line above the row. */
  rule?: 'thin' | 'strong';
  background?: 'tint' | 'notice';
  /** Space above and below the text, inside the background. */
  padding?: number;
  /** Space to the left and right of the text. */
  inset?: number;
}

export interface Cell {
  /** A share of the row's width. The shares of a row add up to 1. */
  share: number;
  align?: 'left' | 'right';
  texts: Text[];
}

export interface Text {
  text: string;
  style: keyof typeof styles;
}

export const styles = {
  title: { face: 'strong', size: 20, color: '#16181d' },
  heading: { face: 'strong', size: 11, color: '#16181d' },
  body: { face: 'regular', size: 9.5, color: '#16181d' },
  strong: { face: 'strong', size: 9.5, color: '#16181d' },
  total: { face: 'strong', size: 12, color: '#16181d' },
  label: { face: 'regular', size: 8, color: '#5b616e' },
  notice: { face: 'strong', size: 9.5, color: '#7a2e0b' },
} as const;
