import { cellsOf } from '#values/contact-files/csv-cells.ts';
import { CsvRecords } from '#values/contact-files/csv-records.ts';
import { columnsBy, columnsMax, delimiters, namedDelimiter } from '#values/contact-files/delimiter.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { type FileLine, lineFaults } from '#values/contact-files/line-splitter.ts';
import { chooseLinkColumn, namedColumn } from './choose-link-column.ts';
import { isKnownHeader, isLinkHeader, isReferenceHeader, nameColumnsOf } from './column-meanings.ts';
import { isLinkLike } from './link-like.ts';
import type { FileColumn, FileReading, OwnColumns, ReadingOptions } from './profile-file.ts';

/** Where the rows stand in a file, and what their columns mean. */
export interface Table {
  own: OwnColumns;
  reading: FileReading;
  firstRowLine: number;
}

/** Some exports start with notes: LinkedIn's has three lines before the header. */
const notesMax = 10;

/** A record as cells of the chosen delimiter. */
interface Row {
  line: number;
  lastLine: number;
  cells: string[];
}

/** Finds the table in the first lines of a file. Throws `FileRefused` when no column can have the links. */
export async function findTable(lines: readonly FileLine[], options: ReadingOptions): Promise<Table> {
  refuseJson(lines[0]!.text);
  const named = namedDelimiter(lines[0]!.text.trim());
  const table = named ? lines.slice(1) : lines;
  const delimiter = named ?? delimiterOf(table.filter(({ text }) => text.trim() !== ''));
  const rows = rowsBy(delimiter, table);
  const start = rows[startOf(rows, options)]!;
  const body = rows.slice(rows.indexOf(start));

  const link = await chooseLinkColumn(body, start.cells, options);
  const isHeader = link.isNamed || looksLikeHeader(start.cells, link.at, options);
  const names = isHeader ? start.cells.map((cell) => cell.trim()) : madeUpNames(start.cells, link.at);
  const column = (at: number): FileColumn => ({ number: at + 1, name: names[at]! });
  const reference = isHeader ? names.findIndex(isReferenceHeader) : -1;
  return {
    own: { names, delimiter },
    reading: {
      linkColumn: column(link.at),
      nameColumns: isHeader ? nameColumnsOf(names).map(column) : [],
      referenceColumn: reference === -1 ? null : column(reference),
      columns: names.map((_, at) => column(at)),
      headerLine: isHeader ? start.line : null,
    },
    firstRowLine: isHeader ? start.lastLine + 1 : start.line,
  };
}

function refuseJson(first: string): void {
  if (!/^\s*(?:\{\s*(?:"|$)|\[\s*(?:[[{"]|$))/.test(first)) return;
  throw new FileRefused('json_array', 'The file is JSON. Send it as application/json, or save a CSV file.');
}

/** A bare list of links has no delimiter. A tab never stands in a link, so the list is read with it. */
const noDelimiter = '\t';

/** The delimiter by which most lines have as many cells as each other, and more than one. */
function delimiterOf(lines: readonly FileLine[]): string {
  const outside = withoutQuoted(lines.map(({ text }) => text.slice(0, lengthLookedAt)));
  const scored = delimiters.map((delimiter) => {
    const { width, count } = commonest(outside.map((text) => columnsBy(delimiter, text)));
    return { delimiter, count: width > 1 ? count : 0, width };
  });
  const best = scored.reduce((one, other) =>
    other.count > one.count || (other.count === one.count && other.width > one.width) ? other : one,
  );
  return best.count * 2 > outside.length ? best.delimiter : headerDelimiter(outside, best);
}

const lengthLookedAt = 20_000;
const quoted = /"[^"]*"/g;

/** What stands outside of quotes. A quoted cell may go over several lines, unless some quote is only a character. */
function withoutQuoted(lines: readonly string[]): string[] {
  const text = lines.join('\n');
  if ((text.split('"').length - 1) % 2 === 1) return lines.map((line) => line.replace(quoted, 'x'));
  return text
    .replace(quoted, 'x')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** Where lines differ, one with known headers decides. */
function headerDelimiter(lines: readonly string[], best: { delimiter: string; count: number }): string {
  for (const line of lines.slice(0, notesMax + 1)) {
    const found = delimiters.find((one) => line.split(one, columnsMax).filter(isKnownHeader).length > 1);
    if (found) return found;
  }
  return best.count * 4 > lines.length ? best.delimiter : noDelimiter;
}

function commonest(widths: readonly number[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [0, 0]);
  return { width, count };
}

function rowsBy(delimiter: string, lines: readonly FileLine[]): Row[] {
  const reader = new CsvRecords(delimiter, 1);
  const all = [...reader.push(lines), ...reader.end()];
  const records = all.filter(({ fault }) => fault === null);
  const rows = cellsOf(records, delimiter).flatMap((cells, at) =>
    cells?.some((cell) => cell.trim() !== '') ? [{ ...records[at]!, cells }] : [],
  );
  if (rows.length > 0) return rows;
  const [fault] = all.flatMap((record) => record.fault ?? []);
  if (!fault) throw new FileRefused('empty', 'The file has no rows.');
  throw new FileRefused('unreadable_header', `The first lines can't be read. ${lineFaults[fault]}`);
}

/** Index of the header or, in a file without one, of the first row. What stands before it are notes. */
function startOf(rows: readonly Row[], options: ReadingOptions): number {
  const first = rows.slice(0, notesMax + 1);
  const wanted = first.findIndex(({ cells }) => namedColumn(cells, options.column) !== -1);
  if (wanted !== -1) return wanted;
  const known = first.findIndex(
    ({ cells }) => cells.some(isLinkHeader) && (cells.length === 1 || cells.filter(isKnownHeader).length > 1),
  );
  if (known !== -1) return known;
  const { width } = commonest(rows.map(({ cells }) => cells.length));
  const begun = first.findIndex(
    ({ cells }) => cells.length === width || cells.some((cell) => isLinkLike(cell, options.codeHosts ?? [])),
  );
  return Math.max(begun, 0);
}

/**
 * Whether the first line of the table names its columns. In doubt it is a row, which is then refused by name: a header that is
 * taken for a row costs nothing, and a row that is taken for a header is lost.
 */
function looksLikeHeader(
  cells: readonly string[],
  link: number,
  { codeHosts = [] }: ReadingOptions,
): boolean {
  if (isLinkLike(cells[link] ?? '', codeHosts)) return false;
  if (cells.some(isKnownHeader)) return true;
  if (cells.length === 1) return /url|link|profil|handle|page/i.test(cells[0]!);
  return !cells.some(
    (cell) => isLinkLike(cell, codeHosts) || cell.includes('@') || /^[\d\s+().-]+$/.test(cell),
  );
}

const madeUpNames = (cells: readonly string[], link: number): string[] =>
  cells.map((_, at) => (at === link ? 'profile_url' : `column_${at + 1}`));
