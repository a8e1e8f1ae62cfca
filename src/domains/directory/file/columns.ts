import { FileRefused } from './file-refused.ts';

export const columns = [
  'profile_url',
  'full_name',
  'email',
  'email_type',
  'phone',
  'country',
  'link',
  'headline',
  'company',
  'location',
  'source',
  'source_url',
  'seen_at',
] as const;
export type Column = (typeof columns)[number];

/** As in a lookup's request, two other names for `profile_url` are understood where it is absent; `url` may be a company's site. */
const otherNames: readonly string[] = ['linkedin_url', 'url'];

export interface Header {
  /** What each cell of a record is; null for a column that is not read. */
  columns: (Column | null)[];
  warnings: string[];
}

const delimiters = [',', ';', '\t'];

/** The delimiter of a header line: the one it has most of. Spreadsheets may name it in a line `sep=;` before. */
export function sniffDelimiter(headerLine: string): string {
  const outside = headerLine.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => outside.split(delimiter).length;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

export const namedDelimiter = (line: string): string | null => /^sep=([,;\t])$/i.exec(line)?.[1] ?? null;

/** Reads the header's cells. Throws `FileRefused` when there is no `profile_url` or a column stands twice. */
export function readHeader(cells: readonly string[]): Header {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const alias = names.includes('profile_url') ? undefined : otherNames.find((name) => names.includes(name));
  const known = names.map((name) => columnNamed(name === alias ? 'profile_url' : name));

  const twice = known.find((column, at) => column !== null && known.indexOf(column) !== at);
  if (twice) throw new FileRefused('repeated_column', `The column ${twice} stands in the header twice.`);
  if (!known.includes('profile_url')) {
    throw new FileRefused(
      'missing_column',
      `The first line has no column profile_url. Columns that are read: ${columns.join(', ')}.`,
    );
  }
  const unread = names.filter((name, at) => known[at] === null && name !== '');
  return { columns: known, warnings: unread.length > 0 ? [unreadColumns(unread)] : [] };
}

const columnNamed = (name: string): Column | null => columns.find((column) => column === name) ?? null;

const namesShownMax = 20;

/**
 * Says once which columns of a file are not read, so that a misspelt one is noticed. A name that holds an address is
 * somebody's data in the header's place: it is counted and never repeated, for warnings are kept and shown to others.
 */
export function unreadColumns(names: readonly string[]): string {
  const repeatable = names.filter((name) => !/@|:\/\//.test(name));
  const shown = repeatable.slice(0, namesShownMax).map((name) => name.slice(0, 60));
  const others = names.length - shown.length;
  const more = others === 0 ? [] : [shown.length === 0 ? columnsCounted(others) : `${others} more`];
  const said = [shown.join(', '), ...more].filter((part) => part !== '').join(' and ');
  return `Not read: ${said}. Columns that are read: ${columns.join(', ')}.`;
}

const columnsCounted = (count: number): string => (count === 1 ? '1 column' : `${count} columns`);
