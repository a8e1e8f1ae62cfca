import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { headersSeen } from '#values/contact-files/headers/header-meanings.ts';
import { linkRank } from './column-meanings.ts';
import { isProfileLink } from './link-like.ts';
import type { ReadingOptions } from './profile-file.ts';

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
export async function chooseLinkColumn(
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
export const namedColumn = (cells: readonly string[], column: string | undefined): number =>
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
