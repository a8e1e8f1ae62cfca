import { setImmediate as nextTurn } from 'node:timers/promises';
import { findStart, isKnownHeader, isValue } from '#values/contact-files/csv/table-start.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { headersSeen, plainForm } from '#values/contact-files/headers/header-meanings.ts';
import type { FileLine } from '#values/contact-files/line-splitter.ts';
import { type ExtraHost, parseProfileLink } from '#values/profile-link/index.ts';
import type { FileColumn, FileReading } from '../shapes.ts';
import { linkRank, nameColumnsOf, referenceColumnOf, targetOf } from './column-meanings.ts';
import type { OwnColumns, ReadingOptions } from './profile-file.ts';

/** Where the rows are in a file, and what their columns mean. */
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
      (cells.length === 1 && linkRank(cells[0]!) !== null) ||
      isKnownHeader(cells, targetOf),
    isRow: (cells) => cells.some((cell) => isLinkLike(cell, options.codeHosts ?? [])),
  });
  const { first, delimiter } = start;
  const link = await chooseLinkColumn(start.rows, first.cells, options);
  const isHeader = start.isHeader || looksLikeHeader(first.cells, link.at, options);
  const names = isHeader ? first.cells.map((cell) => cell.trim()) : madeUpNames(first.cells, link.at);
  const column = (at: number): FileColumn => ({ number: at + 1, name: names[at]! });
  const columns = names.map((_, at) => column(at));
  const chosen = (wanted: string | undefined, known: (names: string[]) => number[]): FileColumn[] => {
    if (wanted === undefined) return isHeader ? known(names).map(column) : [];
    return wanted === '' ? [] : [column(askedFor(wanted, first.cells).at)];
  };
  const isAlike = ({ number, name }: FileColumn) =>
    isHeader && !link.isNamed && number !== link.at + 1 && plainForm(name) === plainForm(names[link.at]!);
  return {
    own: { names, delimiter },
    reading: {
      link_column: column(link.at),
      name_columns: chosen(options.name_column, nameColumnsOf),
      reference_column: chosen(options.reference_column, referenceColumnOf)[0] ?? null,
      columns,
      header_line: isHeader ? first.line || null : null,
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
  if (cells.some((cell) => targetOf(cell) !== null) && !cells.some(isValue)) return true;
  if (cells.length === 1) return /url|link|profil|handle|page/i.test(cells[0]!);
  return !cells.some((cell) => isLinkLike(cell, codeHosts) || cell.includes('@') || isValue(cell));
}

const madeUpNames = (cells: readonly string[], link: number): string[] =>
  cells.map((_, at) => (at === link ? 'profile_url' : `column_${at + 1}`));

interface Found {
  /** Index of the column. */
  at: number;
  /** The customer named it by its header, so the first line is a header. */
  isNamed: boolean;
}

/** Cells looked at between two turns of other requests, and in all. */
const cellsPerTurn = 500;
const cellsMax = 20_000;

/** The column that the customer named, else one known by its header that has links, else the one with the most links. */
async function chooseLinkColumn(
  rows: readonly { cells: string[] }[],
  first: readonly string[],
  { column, codeHosts = [] }: ReadingOptions,
): Promise<Found> {
  if (column !== undefined) return askedFor(column, first);
  const links = new Map<number, number>();
  let looked = 0;
  for (const { cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      if (looked >= cellsMax) break;
      if (!cell.includes('/')) continue;
      looked += 1;
      if (looked % cellsPerTurn === 0) await nextTurn();
      if (isProfileLink(cell, codeHosts)) links.set(at, (links.get(at) ?? 0) + 1);
    }
  }
  const known = first
    .map((name, at) => ({ at, rank: linkRank(name) }))
    .filter((one): one is { at: number; rank: number } => one.rank !== null)
    .sort((one, other) => one.rank - other.rank);
  const mostLinks = [...links].sort((one, other) => other[1] - one[1] || one[0] - other[0])[0];
  const chosen = known.find(({ at }) => links.has(at))?.at ?? mostLinks?.[0] ?? known[0]?.at;
  if (chosen === undefined && first.length > 1) throw noLinkColumn(first);
  return { at: chosen ?? 0, isNamed: false };
}

/** The index of a column by its header. -1 if there is none. */
const namedColumn = (cells: readonly string[], column: string | undefined): number =>
  column === undefined ? -1 : cells.findIndex((cell) => plain(cell) === plain(column));

const plain = (text: string): string => text.trim().toLowerCase();

function askedFor(column: string, first: readonly string[]): Found {
  const named = namedColumn(first, column);
  if (named !== -1) return { at: named, isNamed: true };
  const number = /^\d{1,4}$/.test(column.trim()) ? Number(column) : 0;
  if (number >= 1 && number <= first.length) return { at: number - 1, isNamed: false };
  throw new FileRefused(
    'unknown_column',
    `The file has no column "${column.slice(0, 100)}". Name a column of the header, or give its number from 1 to ${first.length}. ${headersSeen(first)}`,
  );
}

const noLinkColumn = (first: readonly string[]): FileRefused =>
  new FileRefused(
    'missing_column',
    'No column has links to profiles, such as https://www.linkedin.com/in/… or https://github.com/…. ' +
      `If one has them, name it with \`column\`. ${headersSeen(first)}`,
  );

/** A longer cell is some other text. The longest profile link is shorter. */
const linkLengthMax = 500;

/** Whether a cell was meant to be a link, although it may be refused as one. */
function isLinkLike(cell: string, codeHosts: readonly ExtraHost[]): boolean {
  const text = cell.trim();
  if (text.length > linkLengthMax || !text.includes('/') || /\s/.test(text)) return false;
  if (text.includes('://')) return true;
  const parsed = parseProfileLink(text, codeHosts);
  return parsed.ok || !['not_a_url', 'bare_handle', 'empty'].includes(parsed.reason);
}

export const isProfileLink = (cell: string, codeHosts: readonly ExtraHost[]): boolean =>
  cell.length <= linkLengthMax && cell.includes('/') && parseProfileLink(cell, codeHosts).ok;
