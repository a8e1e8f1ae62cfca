import { findStart, isKnownHeader, isValue } from '#values/contact-files/csv/table-start.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { plainForm } from '#values/contact-files/headers/header-meanings.ts';
import type { FileLine } from '#values/contact-files/line-splitter.ts';
import { chooseLinkColumn, namedColumn } from './choose-link-column.ts';
import { isKnownName, isLinkHeader, isReferenceHeader, nameColumnsOf, targetOf } from './column-meanings.ts';
import { isLinkLike } from './link-like.ts';
import type { FileColumn, FileReading, OwnColumns, ReadingOptions } from './profile-file.ts';

/** Where the rows stand in a file, and what their columns mean. */
export interface Table {
  own: OwnColumns;
  reading: FileReading;
  /** The column with the links, then those that have more of them under the same name with another number. */
  linkColumns: FileColumn[];
  firstRowLine: number;
}

/** Finds the table in the first lines of a file. Throws `FileRefused` when no column can have the links. */
export async function findTable(lines: readonly FileLine[], options: ReadingOptions): Promise<Table> {
  if (lines.length === 0) throw new FileRefused('empty', 'The file is empty.');
  const start = findStart(lines, {
    isHeader: (cells) =>
      namedColumn(cells, options.column) !== -1 ||
      (cells.length === 1 && isLinkHeader(cells[0]!)) ||
      isKnownHeader(cells, targetOf),
    isRow: (cells) => cells.some((cell) => isLinkLike(cell, options.codeHosts ?? [])),
  });
  const { first, delimiter } = start;
  const link = await chooseLinkColumn(start.rows, first.cells, options);
  const isHeader = start.isHeader || looksLikeHeader(first.cells, link.at, options);
  const names = isHeader ? first.cells.map((cell) => cell.trim()) : madeUpNames(first.cells, link.at);
  const column = (at: number): FileColumn => ({ number: at + 1, name: names[at]! });
  const columns = names.map((_, at) => column(at));
  const reference = isHeader ? names.findIndex(isReferenceHeader) : -1;
  const isAlike = ({ number, name }: FileColumn) =>
    isHeader && !link.isNamed && number !== link.at + 1 && plainForm(name) === plainForm(names[link.at]!);
  return {
    own: { names, delimiter },
    reading: {
      linkColumn: column(link.at),
      nameColumns: isHeader ? nameColumnsOf(names).map(column) : [],
      referenceColumn: reference === -1 ? null : column(reference),
      columns,
      headerLine: isHeader ? first.line || null : null,
    },
    linkColumns: [column(link.at), ...columns.filter(isAlike)],
    firstRowLine: isHeader ? first.lastLine + 1 : first.line,
  };
}

/**
 * Whether the first line of the table names its columns, of which no two are known. In doubt it is a row, which is then refused by
 * name: a header that is taken for a row costs nothing, and a row that is taken for a header is lost.
 */
function looksLikeHeader(
  cells: readonly string[],
  link: number,
  { codeHosts = [] }: ReadingOptions,
): boolean {
  if (isLinkLike(cells[link] ?? '', codeHosts)) return false;
  if (cells.some(isKnownName) && !cells.some(isValue)) return true;
  if (cells.length === 1) return /url|link|profil|handle|page/i.test(cells[0]!);
  return !cells.some((cell) => isLinkLike(cell, codeHosts) || cell.includes('@') || isValue(cell));
}

const madeUpNames = (cells: readonly string[], link: number): string[] =>
  cells.map((_, at) => (at === link ? 'profile_url' : `column_${at + 1}`));
