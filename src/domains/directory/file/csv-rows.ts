import { cellsOf } from '#values/contact-files/csv-cells.ts';
import { type CsvRecord, CsvRecords, wholeRecord } from '#values/contact-files/csv-records.ts';
import { columnsBy, columnsMax, namedDelimiter, sniffDelimiter } from '#values/contact-files/delimiter.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { type FileLine, lineFaults } from '#values/contact-files/line-splitter.ts';
import { emptyRow, faultyRow, type NumberedRow, type ReadRow } from '../rows/file-row.ts';
import { putCell } from '../rows/put-cell.ts';
import { type EmailStatuses, openEmailStatuses } from './email-statuses.ts';
import { type Header, isHeader, readHeader } from './header.ts';
import type { HeaderMap } from './header-map.ts';
import { refuseJson } from './json-refused.ts';
import type { ReadingOptions, RowReader } from './row-reader.ts';

/** Reads CSV. A header line names the columns, in any order and case. Throws `FileRefused` when the file can't be used. */
export function csvReader({ skipLines = 0, map = new Map() }: ReadingOptions): RowReader {
  let before: FileLine[] = [];
  let body: BodyReader | null = null;

  const begin = (isEnd: boolean): NumberedRow[] => {
    const start = findHeader(before, map, isEnd);
    if (!start) return [];
    body = bodyReader(start, map, skipLines);
    return body.push(before.slice(start.at + 1));
  };
  return {
    push(lines) {
      if (body) return body.push(lines);
      before = [...before, ...lines].filter((line) => line.fault || line.text.trim() !== '');
      return begin(false);
    },
    end() {
      const rows = body ? [] : begin(true);
      if (!body) throw new FileRefused('empty', 'The file is empty.');
      return [...rows, ...body.end()];
    },
    warnings: () => body?.warnings() ?? [],
    mapping: () => body?.header.mapping ?? [],
  };
}

const unreadable = {
  line_too_long: 'The first line is longer than 1 MiB. Lines must end in LF, CRLF or CR.',
  not_utf8: 'The first line is not UTF-8. Save the file as UTF-8, in a spreadsheet as "CSV UTF-8".',
};

interface HeaderLine {
  /** Its index among the non-blank lines. */
  at: number;
  line: FileLine;
  delimiter: string;
  cells: string[];
}

/** Some exports start with notes: LinkedIn's has three lines before the header. */
const notesMax = 10;

/** The first line that names columns, else the first line. Null while more lines are needed to decide. */
function findHeader(lines: readonly FileLine[], map: HeaderMap, isEnd: boolean): HeaderLine | null {
  const first = lines[0];
  if (!first) return null;
  if (first.fault) throw new FileRefused('unreadable_header', unreadable[first.fault]);
  const named = namedDelimiter(first.text);
  refuseJson(first.text);
  const candidates = lines
    .slice(named ? 1 : 0, notesMax + 1)
    .map((line, at) => ({ line, at: named ? at + 1 : at }));
  for (const { line, at } of candidates) {
    const found = headerAt(line, at, named);
    if (found && isHeader(found.cells, map)) return found;
  }
  const [top] = candidates;
  if (!top || (candidates.length <= notesMax && !isEnd)) return null;
  const found = headerAt(top.line, top.at, named);
  if (!found) throw new FileRefused('unreadable_header', 'The quotes of the first line are not closed.');
  return found;
}

function headerAt(line: FileLine, at: number, named: string | null): HeaderLine | null {
  if (line.fault) return null;
  const delimiter = named ?? sniffDelimiter(line.text);
  if (columnsBy(delimiter, line.text) > columnsMax) {
    throw new FileRefused(
      'too_many_columns',
      `Line ${line.number} has more than ${columnsMax} columns. The header must be one of the first lines of the file.`,
    );
  }
  const [cells] = cellsOf([wholeRecord(line.text, line.number)], delimiter);
  return cells ? { at, line, delimiter, cells } : null;
}

interface BodyReader {
  header: Header;
  warnings(): string[];
  push(lines: readonly FileLine[]): NumberedRow[];
  end(): NumberedRow[];
}

function bodyReader({ cells, delimiter }: HeaderLine, map: HeaderMap, skipLines: number): BodyReader {
  const header = readHeader(cells, map);
  const records = new CsvRecords(delimiter, cells.length);
  const statuses = openEmailStatuses();

  const rowsOf = (found: CsvRecord[]): NumberedRow[] => {
    const fresh = found.filter((record) => record.lastLine > skipLines);
    const cellsOfEach = cellsOf(fresh, delimiter);
    return fresh.flatMap((record, at) => {
      const read = readRecord(record, cellsOfEach[at]!, header, statuses);
      return read ? [{ line: record.line, lastLine: record.lastLine, ...read }] : [];
    });
  };
  return {
    header,
    warnings: () => [...statuses.warnings(), ...header.warnings],
    push: (lines: readonly FileLine[]) => rowsOf(records.push(lines)),
    end: () => rowsOf(records.end()),
  };
}

/** Null when every cell is empty, as spreadsheets leave such lines behind. */
function readRecord(
  record: CsvRecord,
  cells: string[] | null,
  header: Header,
  statuses: EmailStatuses,
): ReadRow | null {
  const fault = record.fault ?? (cells ? null : 'broken_quotes');
  if (fault || !cells) return faultyRow(null, fault ?? 'broken_quotes', lineFaults[fault ?? 'broken_quotes']);
  if (cells.every((text) => text.trim() === '')) return null;
  if (cells.length > header.columns.length) return tooManyCells(cells.length, header.columns.length);
  const row = emptyRow();
  for (const [at, cell] of cells.entries()) {
    const column = header.columns[at];
    const text = column ? cell.trim() : '';
    if (!column || text === '') continue;
    const { target, typeAt, statusAt } = column;
    const saidAt = (place: number) => ({ header: header.mapping[place]!.header, text: cells[place] ?? '' });
    if (target === 'email_status') statuses.read([saidAt(at)]);
    if (typeAt === null && statusAt.length === 0) putCell(row, target, text);
    else {
      const status = statuses.read(statusAt.map(saidAt));
      putCell(row, target, text, { type: typeAt === null ? '' : cells[typeAt], status });
    }
  }
  return { ok: true, row };
}

// An unquoted comma shifts every later cell into the next column, so nothing on the line can be trusted. Trailing empty cells
// count too: a spreadsheet that writes them also writes them in the header.
const tooManyCells = (found: number, expected: number): ReadRow =>
  faultyRow(
    null,
    'too_many_cells',
    `The line has ${found} cells, including empty ones, and the header has ${expected}. Put cells that contain a comma in quotes.`,
  );
