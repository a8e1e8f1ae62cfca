import { allowsMultiple, type Target, typeOfEmails } from '../file/columns.ts';
import { cellLengthMax, cellValuesMax, emailsIn, isEmptyMarker, linksIn, phonesIn } from './cell-values.ts';
import { emailTypeNamed } from './email-type.ts';
import type { FileRow, GivenValue, TextColumn } from './file-row.ts';

/** Adds a cell's or member's values to the row. Ignores empty ones. `label` gives the type of e-mails. */
export function putCell(row: FileRow, target: Target, raw: string, label = ''): void {
  const text = raw.trim();
  if (text === '' || target === 'ignore' || isEmptyMarker(target, text)) return;
  if (text.length > cellLengthMax) fault(row, target, 'too_long', 'The cell is longer than 64 KiB.');
  else if (!allowsMultiple(target)) row[target as TextColumn] ||= text;
  else if (target === 'phone') putValues(row, target, row.phones, phonesIn(text));
  else if (target === 'link') putValues(row, target, row.links, linksIn(text));
  else putEmails(row, text, typeOfEmails[target] ?? emailTypeNamed(label));
}

function putEmails(row: FileRow, text: string, type: string | null): void {
  const values = emailsIn(text);
  putValues(row, 'email', row.emails, type === null ? values : values.map((value) => ({ ...value, type })));
}

export function putValues(
  row: FileRow,
  column: string,
  into: GivenValue[],
  values: readonly GivenValue[],
): void {
  const room = cellValuesMax - into.length;
  into.push(...values.slice(0, room));
  if (values.length > room)
    fault(row, column, 'too_many_values', `A row can have at most ${cellValuesMax} values.`);
}

function fault(row: FileRow, column: string, reason: string, detail: string): void {
  row.faults.push({ column, reason, detail });
}
