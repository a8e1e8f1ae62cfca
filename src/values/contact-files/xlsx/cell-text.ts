import { type Archive, type Attributes, elementsOf } from './archive.ts';

/** Tables that cells refer to. */
export interface Workbook {
  shared: readonly string[];
  /** The styles that show a number as a date. */
  dates: ReadonlySet<number>;
  /** Days are counted from 1904, as old Excels for Mac did. */
  is1904: boolean;
}

/** The text of a cell, as a CSV file of the sheet would have it (ECMA-376 part 1, §18.3.1.4). Dates in ISO 8601. */
export function cellText(value: string, { t: type, s: style }: Attributes, workbook: Workbook): string {
  if (type === 's') return workbook.shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== undefined && type !== 'n') return value.replace(/_x([0-9A-F]{4})_/g, fromCode);
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return value;
  const isDate = style !== undefined && workbook.dates.has(Number(style));
  return (isDate ? dateText(number, workbook.is1904) : null) ?? numberText(number, value);
}

const fromCode = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** A phone number in a cell of numbers is stored as `9.19876543210E11`. */
const numberText = (number: number, value: string): string =>
  Number.isSafeInteger(number) ? String(number) : value;

const dayMs = 86_400_000;
const daysBefore1970 = { from1900: 25_569, from1904: 24_107 };

function dateText(days: number, is1904: boolean): string | null {
  const ms = Math.round((days - (is1904 ? daysBefore1970.from1904 : daysBefore1970.from1900)) * dayMs);
  // Years 1900 to 9999. A number below one is a time of day.
  if (days < 1 || days > 2_958_466) return null;
  const text = new Date(Math.round(ms / 1000) * 1000).toISOString();
  return ms % dayMs === 0 ? text.slice(0, 10) : text.replace('.000Z', 'Z');
}

/** Number formats that are built in and show dates (§18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The indexes of the cell styles that show dates. */
export async function dateStyles(archive: Archive, path: string | null): Promise<ReadonlySet<number>> {
  if (path === null) return new Set();
  const elements = await elementsOf(archive, path, ['numFmt', 'cellXfs', 'xf', 'cellStyles']);
  const own = new Set<number>();
  for (const { name, attributes } of elements)
    if (name === 'numFmt' && isDateFormat(attributes.formatCode ?? '')) own.add(Number(attributes.numFmtId));
  const from = elements.findIndex(({ name }) => name === 'cellXfs');
  const to = elements.findIndex(({ name }) => name === 'cellStyles');
  const styles = elements.slice(from + 1, to === -1 ? undefined : to).filter(({ name }) => name === 'xf');
  const isDate = ({ attributes }: (typeof styles)[number]) => {
    const id = Number(attributes.numFmtId ?? 0);
    return isBuiltInDate(id) || own.has(id);
  };
  return new Set(styles.flatMap((style, at) => (from !== -1 && isDate(style) ? [at] : [])));
}

/** Whether a format has a day or a year outside of quotes and brackets. */
const isDateFormat = (code: string): boolean =>
  code.length < 1_000 && /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
