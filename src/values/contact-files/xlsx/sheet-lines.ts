import { csvRecord } from '#core/answers/csv-text.ts';
import { columnsMax } from '../csv/delimiter.ts';
import { FileRefused } from '../file-refused.ts';
import { type FileLine, lineBytesMax } from '../line-splitter.ts';
import { type Archive, type Attributes, elementsOf, openArchive, readXml } from './archive.ts';
import { cellText, dateStyles, type Workbook } from './cell-text.ts';

/** Texts that several cells share are in memory while the sheet is read. */
const sharedMax = { bytes: 64 * 1024 ** 2, texts: 1_000_000 };
/** In UTF-16 units, over all cells. A shared text counts each time it is shown. A million contacts have a fifth of it. */
const sheetTextMax = 1024 ** 3;
/** Markup is a few times as long as the text in it. */
const markupOf = (textBytesMax: number): number => Math.min(4 * textBytesMax, 2 * 1024 ** 3);

/**
 * The first visible sheet of a spreadsheet as lines of CSV, a row each, with the row's number. Reads the sheet piece by piece. Throws
 * `FileRefused` for a file that is no spreadsheet, or has more text than allowed.
 */
export async function* sheetLines(file: Uint8Array, textBytesMax: number): AsyncGenerator<FileLine[]> {
  const archive = await openArchive(Buffer.from(file.buffer, file.byteOffset, file.length));
  const sheet = await firstSheet(archive);
  const shared = await sharedTexts(archive, sheet.shared);
  const dates = await dateStyles(archive, sheet.styles);
  // The delimiter is said, so that no text can be taken for another one.
  yield [{ number: 0, text: 'sep=,', fault: null }];
  const rows = openRows({ shared, dates, is1904: sheet.is1904 }, Math.min(textBytesMax, sheetTextMax));
  for await (const _ of readXml(archive, sheet.path, markupOf(textBytesMax), rows))
    yield* linesOf(rows.taken());
}

/** Written between two yields. A row may have a megabyte, and a piece of the sheet thousands of rows. */
const lengthPerYield = 64 * 1024;

/** Yields at least once, also for no rows. */
function* linesOf(rows: readonly SheetRow[]): Generator<FileLine[]> {
  let lines: FileLine[] = [];
  let length = 0;
  for (const { number, cells } of rows) {
    const text = cells && csvRecord(Array.from(cells), ',');
    const isTooLong = text === null || text.length > lineBytesMax;
    lines.push({ number, text: isTooLong ? '' : text, fault: isTooLong ? 'line_too_long' : null });
    length += text?.length ?? 0;
    if (length < lengthPerYield) continue;
    yield lines;
    [lines, length] = [[], 0];
  }
  yield lines;
}

/** Where the first visible sheet is, and the parts of the workbook that it refers to: null for those that it doesn't have. */
async function firstSheet(archive: Archive) {
  const [office] = await partsOf(archive, '');
  const workbook = office?.type === 'officeDocument' ? office.path : 'xl/workbook.xml';
  if (!archive.has(workbook)) throw archive.refused();
  const elements = await elementsOf(archive, workbook, ['sheet', 'workbookPr']);
  const parts = await partsOf(archive, workbook);
  const sheets = elements.filter(
    ({ name, attributes }) => name === 'sheet' && !/hidden/i.test(attributes.state ?? ''),
  );
  const found = sheets
    .map(({ attributes }) => parts.find(({ id }) => id === attributes.id))
    .find((part) => part && archive.has(part.path));
  if (!found) throw new FileRefused('empty', 'The spreadsheet has no visible sheet.');
  const pathOf = (type: string) =>
    parts.find((part) => part.type === type && archive.has(part.path))?.path ?? null;
  return {
    path: found.path,
    shared: pathOf('sharedStrings'),
    styles: pathOf('styles'),
    is1904: elements.some(
      ({ name, attributes }) => name === 'workbookPr' && /^(?:1|true)$/.test(attributes.date1904 ?? ''),
    ),
  };
}

/** The parts that a part names: in `_rels` beside it (ECMA-376 part 2, §9.3). */
async function partsOf(archive: Archive, of: string): Promise<{ id: string; type: string; path: string }[]> {
  const [, folder, file] = /^(.*\/)?([^/]*)$/.exec(of)!;
  const path = `${folder ?? ''}_rels/${file}.rels`;
  if (!archive.has(path)) return [];
  const found = await elementsOf(archive, path, ['Relationship']);
  return found
    .map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
      id: Id,
      type: Type.slice(Type.lastIndexOf('/') + 1),
      path: Target.startsWith('/') ? Target.slice(1) : `${folder ?? ''}${Target.replace(/^\.\//, '')}`,
    }))
    .sort((one, other) => Number(other.type === 'officeDocument') - Number(one.type === 'officeDocument'));
}

async function sharedTexts(archive: Archive, path: string | null): Promise<string[]> {
  const texts: string[] = [];
  if (path === null) return texts;
  let text = '';
  let isPhonetic = false;
  let isText = false;
  const reading = readXml(archive, path, sharedMax.bytes, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text(piece) {
      if (isText && text.length <= lineBytesMax) text += piece;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      // A copy, so that the piece of the file that it was found in can be forgotten.
      texts.push(Buffer.from(text).toString());
      if (texts.length > sharedMax.texts)
        throw new FileRefused(
          'too_large',
          'The spreadsheet has more than 1,000,000 different texts. Save it as "CSV UTF-8".',
        );
    },
  });
  for await (const _ of reading);
  return texts;
}

interface SheetRow {
  number: number;
  /** Up to the last one that isn't empty. Null for a row that is too long. */
  cells: string[] | null;
}

/** Collects rows from the elements of a sheet. Throws `FileRefused` once all cells show more than `textMax`. */
function openRows(of: Workbook, textMax: number) {
  let rows: SheetRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let column = 0;
  let about: Attributes = {};
  let text = '';
  let isText = false;
  let isPhonetic = false;
  let rowLength = 0;
  let length = 0;
  const addCell = () => {
    const shown = cellText(text, about, of);
    rowLength += shown.length;
    length += shown.length;
    if (length > textMax)
      throw new FileRefused(
        'too_large',
        `The sheet has more than ${textMax / 1024 ** 2} MiB of text. Split it into several files.`,
      );
    // One cell beyond what a table may have makes its reader say so.
    if (rowLength <= lineBytesMax) cells[Math.min(column - 1, columnsMax)] ||= shown;
  };
  const finishRow = () => {
    const last = cells.findLastIndex((cell) => cell);
    if (rowLength > lineBytesMax) rows.push({ number: row, cells: null });
    else if (last !== -1) rows.push({ number: row, cells: cells.slice(0, last + 1) });
  };
  return {
    open(name: string, attributes: Attributes) {
      if (name === 'row') {
        row = Math.max(row + 1, Number(/^\d{1,7}$/.exec(attributes.r ?? '')?.[0] ?? 0));
        [cells, column, rowLength] = [[], 0, 0];
      } else if (name === 'c') {
        column = Math.max(column + 1, columnNumber(attributes.r ?? ''));
        [about, text] = [attributes, ''];
      } else if (name === 'rPh') isPhonetic = true;
      isText = (name === 'v' || name === 't') && !isPhonetic;
    },
    text(piece: string) {
      if (isText && text.length <= lineBytesMax) text += piece;
    },
    close(name: string) {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'c') addCell();
      else if (name === 'row') finishRow();
    },
    taken(): SheetRow[] {
      const found = rows;
      rows = [];
      return found;
    },
  };
}

/** 28 for `AB7`. 0 where the cell doesn't say where it is. */
function columnNumber(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
