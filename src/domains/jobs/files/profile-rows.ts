import { cellsOf } from '#values/contact-files/csv/csv-cells.ts';
import { type CsvRecord, CsvRecords } from '#values/contact-files/csv/csv-records.ts';
import { type FileLine, lineFaults } from '#values/contact-files/line-splitter.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import type { FileColumn } from '../shapes.ts';
import { isProfileLink, type Table } from './find-table.ts';
import type { ProfileRow, RowFault } from './profile-file.ts';

type Row = Omit<ProfileRow, 'row'>;

/** As in a request of JSON. */
const textLengthMax = 200;
/** A longer cell is no link, and this much of it is enough to refuse it. */
const linkLengthMax = 2_100;

/** Turns the lines of a table into rows as they arrive. Rows whose cells are all empty are left out. */
export function openRows(table: Table, codeHosts: readonly ExtraHost[]) {
  const { names, delimiter } = table.own;
  const records = new CsvRecords(delimiter, names.length);
  const rowsOf = (found: readonly CsvRecord[]): Row[] => {
    const cells = cellsOf(found, delimiter);
    return found.flatMap((record, at) => rowOf(record, cells[at]!, table, codeHosts) ?? []);
  };
  return {
    push: (lines: readonly FileLine[]): Row[] => rowsOf(records.push(lines)),
    end: (): Row[] => rowsOf(records.end()),
  };
}

function rowOf(
  record: CsvRecord,
  cells: string[] | null,
  table: Table,
  codeHosts: readonly ExtraHost[],
): Row | null {
  const { line } = record;
  const reason = record.fault ?? (cells ? null : 'broken_quotes');
  if (reason || !cells) {
    const message = `Line ${line}: ${lineFaults[reason ?? 'broken_quotes']}`;
    return { ...emptyRow(line), fault: { reason: reason ?? 'broken_quotes', message, column: null } };
  }
  if (cells.every((cell) => cell.trim() === '')) return null;
  const { name_columns, reference_column } = table.reading;
  const at = ({ number }: FileColumn): string => storable(cells[number - 1] ?? '').trim();
  const name = name_columns.map(at).filter(Boolean).join(' ').replace(/\s+/g, ' ');
  const reference = reference_column ? at(reference_column) : '';
  const row = {
    ...emptyRow(line),
    profile_url: linkAmong(table.linkColumns.map(at), codeHosts).slice(0, linkLengthMax),
    own: storable(record.text),
  };
  const fault =
    tooManyCells(cells, table, line) ??
    tooLong(name, name_columns[0], line) ??
    tooLong(reference, reference_column, line);
  if (fault) return { ...row, fault };
  return { ...row, name: name || null, client_reference: reference || null };
}

/** Google writes several links to a cell, and further ones in further columns. The first that is a profile counts. */
function linkAmong(cells: readonly string[], codeHosts: readonly ExtraHost[]): string {
  const [first = ''] = cells;
  if (isProfileLink(first, codeHosts)) return first;
  const parts = cells.flatMap((cell) => cell.slice(0, 10 * linkLengthMax).split(betweenLinks));
  return parts.map((part) => part.trim()).find((part) => isProfileLink(part, codeHosts)) ?? first;
}
const betweenLinks = /\s:::\s|[;\n|]/;

const emptyRow = (line: number): Row => ({
  line,
  profile_url: '',
  name: null,
  client_reference: null,
  own: '',
  fault: null,
});

/** PostgreSQL stores no NUL. Half surrogate pairs can't come out of a decoder. */
const storable = (text: string): string => text.replaceAll('\0', '\ufffd');

/** An unquoted delimiter shifts every later cell, so the link may be another person's. Empty cells at the end shift nothing. */
function tooManyCells(cells: readonly string[], { own }: Table, line: number): RowFault | null {
  if (cells.slice(own.names.length).every((cell) => cell.trim() === '')) return null;
  const message = `Line ${line} has ${cells.length} cells, and the table has ${own.names.length} columns. Put cells that contain ${inWords(own.delimiter)} in quotes.`;
  return { reason: 'too_many_cells', message, column: null };
}

const inWords = (delimiter: string): string => (delimiter === '\t' ? 'a tab' : `"${delimiter}"`);

function tooLong(text: string, column: FileColumn | null | undefined, line: number): RowFault | null {
  if (!column || text.length <= textLengthMax) return null;
  const message = `Line ${line}, column "${column.name.slice(0, 100)}": the text is longer than ${textLengthMax} characters.`;
  return { reason: 'text_too_long', message, column: column.name };
}
