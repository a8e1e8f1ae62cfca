import { emptyRow, faultyRow, type NumberedRow, type ReadRow, splitCell } from '../rows/file-row.ts';
import { type Column, type Header, namedDelimiter, readHeader, sniffDelimiter } from './columns.ts';
import { cellsOf } from './csv-cells.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import type { FileLine } from './file-lines.ts';
import { FileRefused } from './file-refused.ts';
import { lineFaults, type RowReader } from './row-reader.ts';

/** Reads CSV: the first line names the columns, in any order and case. Throws `FileRefused` where it can't be used. */
export function csvReader(skipLines: number): RowReader {
  let before: FileLine[] = [];
  let body: BodyReader | null = null;

  return {
    push(lines) {
      if (body) return body.push(lines);
      before = [...before, ...lines].filter((line) => line.fault || line.text.trim() !== '');
      const named = before[0] ? namedDelimiter(before[0].text) : null;
      const headerLine = before[named ? 1 : 0];
      if (!headerLine) return [];
      body = bodyReader(headerLine, named, skipLines);
      return body.push(before.slice(named ? 2 : 1));
    },
    end() {
      if (!body) throw new FileRefused('empty', 'The file has no line.');
      return body.end();
    },
    warnings: () => body?.warnings ?? [],
  };
}

const unreadable = {
  line_too_long: 'The first line is longer than 64 KiB. Lines must end in LF, CRLF or CR.',
  not_utf8: 'The first line is not UTF-8. Save the file as UTF-8, in a spreadsheet as "CSV UTF-8".',
};

interface BodyReader {
  warnings: string[];
  push(lines: readonly FileLine[]): NumberedRow[];
  end(): NumberedRow[];
}

function bodyReader(headerLine: FileLine, named: string | null, skipLines: number): BodyReader {
  if (headerLine.fault) throw new FileRefused('unreadable_header', unreadable[headerLine.fault]);
  const delimiter = named ?? sniffDelimiter(headerLine.text);
  const [cells] = cellsOf([recordOf(headerLine)], delimiter);
  if (!cells) throw new FileRefused('unreadable_header', 'The quotes of the first line are not closed.');
  const header = readHeader(cells);
  const records = csvRecords(delimiter);

  const rowsOf = (found: CsvRecord[]): NumberedRow[] => {
    const fresh = found.filter((record) => record.lastLine > skipLines);
    const cellsOfEach = cellsOf(fresh, delimiter);
    return fresh.flatMap((record, at) => {
      const read = readRecord(record, cellsOfEach[at]!, header);
      return read ? [{ line: record.line, lastLine: record.lastLine, ...read }] : [];
    });
  };
  return {
    warnings: header.warnings,
    push: (lines: readonly FileLine[]) => rowsOf(records.push(lines)),
    end: () => rowsOf(records.end()),
  };
}

const recordOf = ({ number, text }: FileLine): CsvRecord => ({
  line: number,
  lastLine: number,
  text,
  hasQuotes: text.includes('"'),
  fault: null,
});

/** Null for a line that is empty in every cell: spreadsheets leave such behind. */
function readRecord(record: CsvRecord, cells: string[] | null, header: Header): ReadRow | null {
  const fault = record.fault ?? (cells ? null : 'broken_quotes');
  if (fault || !cells) return faultyRow(null, fault ?? 'broken_quotes', lineFaults[fault ?? 'broken_quotes']);
  const texts = cells.map((cell) => cell.trim());
  if (texts.every((text) => text === '')) return null;
  if (texts.length > header.columns.length) return tooManyCells(texts.length, header.columns.length);
  const row = emptyRow();
  texts.forEach((text, at) => {
    const column = header.columns[at];
    if (column && text !== '') put(row, column, text);
  });
  return { ok: true, row };
}

// A comma without quotes moves every cell behind it into the next column: nothing of such a line can be trusted. Empty
// cells at the end tell of it as well. A spreadsheet that writes such cells writes them in the header, too.
const tooManyCells = (found: number, expected: number): ReadRow =>
  faultyRow(
    null,
    'too_many_cells',
    `The line has ${found} cells and the header ${expected}, empty ones counted. Quote cells with a comma.`,
  );

function put(row: ReturnType<typeof emptyRow>, column: Column, text: string): void {
  switch (column) {
    case 'email':
      row.emails = splitCell(text);
      break;
    case 'phone':
      row.phones = splitCell(text);
      break;
    case 'link':
      row.links = splitCell(text);
      break;
    default:
      row[column] = text;
  }
}
