import { allowsMultiple, type Target, typeOfEmails } from '#values/contact-files/columns.ts';
import { cellLengthMax, cellValuesMax, emailsIn, isEmptyMarker, linksIn, phonesIn } from './cell-values.ts';
import { emailTypeNamed } from './email-type.ts';
import type { FileRow, GivenValue, TextColumn } from './file-row.ts';

/** What other cells say about the e-mails of a cell. */
export interface AboutEmails {
  type?: string;
  status?: string;
}

/** Adds a cell's or member's values to the row. Ignores empty ones. */
export function putCell(row: FileRow, target: Target, raw: string, about: AboutEmails = {}): void {
  const text = raw.trim();
  if (text === '' || target === 'ignore' || isEmptyMarker(target, text)) return;
  if (text.length > cellLengthMax) fault(row, target, 'too_long', 'The cell is longer than 64 KiB.');
  else if (!allowsMultiple(target)) row[target as TextColumn] ||= text;
  else if (target === 'phone') putValues(row, target, row.phones, phonesIn(text));
  else if (target === 'link') putValues(row, target, row.links, linksIn(text));
  else putEmails(row, text, { ...about, type: typeOfEmails[target] ?? about.type });
}

function putEmails(row: FileRow, text: string, { type: label = '', status }: AboutEmails): void {
  const type = emailTypeNamed(label);
  const about = { ...(type === null ? {} : { type }), ...(status ? { status } : {}) };
  putValues(
    row,
    'email',
    row.emails,
    emailsIn(text).map((value) => ({ ...value, ...about })),
  );
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
