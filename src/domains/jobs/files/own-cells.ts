import { cellsOf } from '#values/contact-files/csv/csv-cells.ts';
import { wholeRecord } from '#values/contact-files/csv/csv-records.ts';
import type { OwnColumns } from './profile-file.ts';

/** The cells of rows as they stand in the file, as many for each row as the file has columns. */
export const ownCells = (rows: readonly string[], { names, delimiter }: OwnColumns): string[][] =>
  cellsOf(
    rows.map((text) => wholeRecord(text)),
    delimiter,
  ).map((cells) => names.map((_, at) => cells?.[at] ?? ''));
