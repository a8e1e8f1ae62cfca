import { cellsOf } from '#values/contact-files/csv/csv-cells.ts';
import { type CsvRecord, CsvRecords } from '#values/contact-files/csv/csv-records.ts';
import { findStart, TableSample, type TableStart } from '#values/contact-files/csv/table-start.ts';
import { FileRefused } from '#values/contact-files/file-refused.ts';
import { type FileLine, lineFaults } from '#values/contact-files/line-splitter.ts';
import { emptyRow, faultyRow, type NumberedRow, type ReadRow } from '../rows/file-row.ts';
import { putCell } from '../rows/put-cell.ts';
import { type EmailStatuses, openEmailStatuses } from './email-statuses.ts';
import { type Header, type HeaderMap, isHeader, readHeader } from './header.ts';
import type { ReadingOptions, RowReader } from './row-reader.ts';

/** Reads CSV. A header line names the columns, in any order and case. Throws `FileRefused` when the file can't be used. */
export function csvReader({ skipLines = 0, map = new Map() }: ReadingOptions): RowReader {
  const sample = new TableSample();
  let body: BodyReader | null = null;

  const begin = (): NumberedRow[] => {
    const { first, delimiter, isHeader } = startOf(sample.lines, map);
    body = bodyReader(first.cells, { delimiter, map, skipLines });
    const after = isHeader ? first.lastLine : first.line;
    return body.push(sample.lines.filter(({ number }) => number > after));
  };
  return {
    push(lines) {
      if (body) return body.push(lines);
      return sample.add(lines) ? begin() : [];
    },
    end() {
      const rows = body ? [] : begin();
      return [...rows, ...body!.end()];
    },
    warnings: () => body?.warnings() ?? [],
    mapping: () => body?.header.mapping ?? [],
  };
}

/** Without a line that names columns, the first one is taken for the header, so that the refusal can list what it has. */
function startOf(lines: readonly FileLine[], map: HeaderMap): TableStart {
  if (lines.length === 0) throw new FileRefused('empty', 'The file is empty.');
  const start = findStart(lines, { isHeader: (cells) => isHeader(cells, map) });
  const { fault } = lines[0]!;
  if (fault && !start.isHeader)
    throw new FileRefused('unreadable_header', `The first line can't be read. ${lineFaults[fault]}`);
  return start;
}

interface BodyReader {
  header: Header;
  warnings(): string[];
  push(lines: readonly FileLine[]): NumberedRow[];
  end(): NumberedRow[];
}

function bodyReader(
  cells: readonly string[],
  { delimiter, map, skipLines }: { delimiter: string; map: HeaderMap; skipLines: number },
): BodyReader {
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
    const { target, typeAt, statusAt, phoneType } = column;
    const saidAt = (place: number) => ({ header: header.mapping[place]!.header, text: cells[place] ?? '' });
    if (target === 'email_status') statuses.read([saidAt(at)]);
    if (phoneType) putCell(row, target, text, { type: phoneType });
    else if (typeAt === null && statusAt.length === 0) putCell(row, target, text);
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
