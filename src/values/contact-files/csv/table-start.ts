import { FileRefused } from '../file-refused.ts';
import { isContact, type Target } from '../headers/columns.ts';
import { type FileLine, lineFaults } from '../line-splitter.ts';
import { cellsOf } from './csv-cells.ts';
import { CsvRecords } from './csv-records.ts';
import { columnsBy, columnsMax, delimiters, namedDelimiter } from './delimiter.ts';

/** A record as cells of the chosen delimiter. */
export interface TableRow {
  line: number;
  lastLine: number;
  cells: string[];
}

export interface TableStart {
  delimiter: string;
  /** The header or, in a file without one, the first row. Everything before it is a note. */
  first: TableRow;
  isHeader: boolean;
  /** From the first one, as far as they were looked at. */
  rows: TableRow[];
}

interface Expected {
  /** Whether the cells name columns. */
  isHeader(cells: readonly string[]): boolean;
  /** Whether the cells can only be a row of the table, not a note before it. */
  isRow?(cells: readonly string[]): boolean;
}

/** Some exports start with notes: LinkedIn's has three lines before the header. */
const notesMax = 10;

/** Finds where the table starts in the first lines of a file, and its delimiter. Throws `FileRefused` if there are no rows. */
export function findStart(lines: readonly FileLine[], expected: Expected): TableStart {
  const named = namedDelimiter(lines[0]?.text.trim() ?? '');
  const table = named ? lines.slice(1) : lines;
  const likely = named ?? likelyDelimiter(table.filter(({ text }) => text.trim() !== ''));
  for (const delimiter of named ? [named] : new Set([likely, ...delimiters])) {
    const rows = rowsBy(delimiter, table);
    const at = rows.slice(0, notesMax + 1).findIndex(({ cells }) => expected.isHeader(cells));
    if (at !== -1) return { delimiter, first: rows[at]!, isHeader: true, rows: rows.slice(at) };
  }
  const rows = rowsBy(likely, table);
  if (rows.length === 0) throw unreadable(likely, table);
  const { width } = commonest(rows.map(({ cells }) => cells.length));
  const begun = rows
    .slice(0, notesMax + 1)
    .findIndex(({ cells }) => cells.length === width || expected.isRow?.(cells));
  const from = Math.max(begun, 0);
  return { delimiter: likely, first: rows[from]!, isHeader: false, rows: rows.slice(from) };
}

/**
 * Whether cells are names of columns: at least two are known, and one is about a person. A cell that is itself an address, a
 * link or a number makes them a row, as where a label of a row reads `LinkedIn`.
 */
export function isKnownHeader(
  cells: readonly string[],
  targetOf: (cell: string) => Target | null | undefined,
): boolean {
  const known = cells.map(targetOf).filter((target) => target !== null && target !== undefined);
  return known.length > 1 && known.some(isAboutPerson) && !cells.some(isValue);
}

const isAboutPerson = (target: Target): boolean => target === 'profile_url' || isContact(target);

/** Whether a cell is a value, and so no name of a column. */
export const isValue = (cell: string): boolean =>
  /\S@\S|:\/\//.test(cell.slice(0, valueLengthMax)) ||
  /^[\d\s+().-]*\d[\d\s+().-]*$/.test(cell.slice(0, valueLengthMax));
const valueLengthMax = 300;

/** A bare list of links has no delimiter. No link contains a tab, so the list is read with tabs. */
const noDelimiter = '\t';

/** The delimiter by which most lines have as many cells as each other, and more than one. */
function likelyDelimiter(lines: readonly FileLine[]): string {
  const outside = withoutQuoted(lines.map(({ text }) => text.slice(0, lengthLookedAt)));
  const scored = delimiters.map((delimiter) => {
    const { width, count } = commonest(outside.map((text) => columnsBy(delimiter, text)));
    return { delimiter, count: width > 1 ? count : 0, width };
  });
  const best = scored.reduce((one, other) =>
    other.count > one.count || (other.count === one.count && other.width > one.width) ? other : one,
  );
  return best.count * 4 > outside.length ? best.delimiter : noDelimiter;
}

const lengthLookedAt = 20_000;
const quoted = /"[^"]*"/g;

/** Text outside quotes. A quoted cell may span several lines, unless a quote is just a character. */
function withoutQuoted(lines: readonly string[]): string[] {
  const text = lines.join('\n');
  if ((text.split('"').length - 1) % 2 === 1) return lines.map((line) => line.replace(quoted, 'x'));
  return text
    .replace(quoted, 'x')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function commonest(widths: readonly number[]): { width: number; count: number } {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width, count] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [0, 0]);
  return { width, count };
}

function rowsBy(delimiter: string, lines: readonly FileLine[]): TableRow[] {
  const records = recordsBy(delimiter, lines).filter(({ fault }) => fault === null);
  return cellsOf(records, delimiter).flatMap((cells, at) =>
    cells?.some((cell) => cell.trim() !== '') ? [{ ...records[at]!, cells }] : [],
  );
}

function recordsBy(delimiter: string, lines: readonly FileLine[]) {
  const reader = new CsvRecords(delimiter, 1);
  return [...reader.push(lines), ...reader.end()];
}

function unreadable(delimiter: string, lines: readonly FileLine[]): FileRefused {
  const [fault] = recordsBy(delimiter, lines).flatMap((record) => record.fault ?? []);
  if (!fault) return new FileRefused('empty', 'The file has no rows.');
  if (fault === 'too_many_cells')
    return new FileRefused(
      'too_many_columns',
      `The first line has more than ${columnsMax} columns. The header must be one of the first lines of the file.`,
    );
  return new FileRefused('unreadable_header', `The first lines can't be read. ${lineFaults[fault]}`);
}

/** The lines used to find the header, the delimiter and the columns. */
const sampleMax = { lines: 200, emptyLines: 5_000, length: 128 * 1024 };

/** Gathers the first lines of a file, to find its table in. Blank lines before the first one are left out. */
export class TableSample {
  readonly lines: FileLine[] = [];
  #filled = 0;
  #length = 0;

  /** Whether the lines are enough. */
  add(lines: readonly FileLine[]): boolean {
    for (const line of lines) {
      if (line.fault !== null || line.text.trim() !== '') this.#filled += 1;
      if (this.#filled === 0) continue;
      this.lines.push(line);
      this.#length += line.text.length;
    }
    return (
      this.#filled >= sampleMax.lines ||
      this.lines.length >= sampleMax.emptyLines ||
      this.#length >= sampleMax.length
    );
  }
}
