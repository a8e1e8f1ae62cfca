import { allowsMultiple, type Target, typeOfEmails } from '#values/contact-files/headers/columns.ts';
import { cellLengthMax, cellValuesMax, emailsIn, isEmptyMarker, linksIn, phonesIn } from './cell-values.ts';
import { emailTypeNamed } from './email-words.ts';
import type { FileRow, GivenValue, TextColumn } from './file-row.ts';

/** Facts about a cell's values from the header or other cells. */
export interface AboutValues {
  type?: string;
  status?: string;
}

/** Adds a cell's or member's values to the row. Ignores empty ones. */
export function putCell(row: FileRow, target: Target, raw: string, about: AboutValues = nothingMore): void {
  const text = raw.trim();
  if (text === '' || target === 'ignore' || isEmptyMarker(target, text)) return;
  if (text.length > cellLengthMax) fault(row, target, 'too_long', 'The cell is longer than 64 KiB.');
  else if (!allowsMultiple(target)) row[target as TextColumn] ||= text;
  else if (target === 'phone') putPhones(row, text, about.type);
  else if (target === 'link') putValues(row, target, row.links, linksIn(text));
  else putEmails(row, text, typeOfEmails[target] ?? about.type ?? '', about.status);
}

const nothingMore: AboutValues = {};

function putPhones(row: FileRow, text: string, type: string | undefined): void {
  const values = phonesIn(text);
  if (type) for (const value of values) value.type = type;
  putValues(row, 'phone', row.phones, values);
}

function putEmails(row: FileRow, text: string, label: string, status: string | undefined): void {
  const type = label === '' ? null : emailTypeNamed(label);
  const values = emailsIn(text);
  for (const value of values) {
    if (type !== null) value.type = type;
    if (status) value.status = status;
  }
  putValues(row, 'email', row.emails, values);
}

export function putValues(
  row: FileRow,
  column: string,
  into: GivenValue[],
  values: readonly GivenValue[],
): void {
  const room = cellValuesMax - into.length;
  for (const value of values.slice(0, room)) into.push(value);
  if (values.length > room)
    fault(row, column, 'too_many_values', `A row can have at most ${cellValuesMax} values.`);
}

function fault(row: FileRow, column: string, reason: string, detail: string): void {
  row.faults.push({ column, reason, detail });
}
