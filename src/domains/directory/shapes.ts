import Type, { type Static, type TSchema } from 'typebox';
import { fileFormats } from './file/row-reader.ts';

const Nullable = <Shape extends TSchema>(shape: Shape) => Type.Union([shape, Type.Null()]);
const instant = (description: string) => Type.String({ format: 'date-time', description });
const amount = (description: string) => Type.Integer({ minimum: 0, description });

export const Reject = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'In the file, counted from 1; the header is a line too.' }),
  column: Nullable(Type.String({ description: 'Null when the whole line can not be read.' })),
  reason: Type.String({ description: 'A stable code, such as `invalid_email`.' }),
  detail: Type.String({ description: 'A sentence for people. It never repeats the value.' }),
});

const importMembers = {
  id: Type.String(),
  status: Type.Enum(['running', 'interrupted', 'completed', 'failed'], {
    description:
      '`interrupted`: the sender or the service went away; send the same file with its `sha256` and it goes on where it stopped. ' +
      '`failed`: the file was refused; `detail` says why.',
  }),
  file_name: Type.String(),
  format: Type.Enum([...fileFormats]),
  sha256: Nullable(Type.String({ description: 'In hexadecimal, as the sender told it.' })),
  lines: amount('Lines of the file that are done with, header and blank lines among them.'),
  accepted: amount('Rows that are in the directory now.'),
  merged: amount(
    'Those of the accepted rows whose profile was known already, from the directory or an earlier row.',
  ),
  suppressed: amount('Rows that were left out because the person is suppressed.'),
  rejected: amount('Rows that were not taken because something in them is wrong.'),
  warnings: Type.Array(Type.String(), { description: 'Such as columns that are not read.' }),
  detail: Nullable(Type.String({ description: 'Why the import failed.' })),
  started_at: instant('When the file was sent for the first time.'),
  finished_at: Nullable(instant('When the import ended, in whichever way.')),
  duration_ms: amount(
    'Milliseconds at work; the time between an interruption and its resumption is left out.',
  ),
};

export const ImportSummary = Type.Object(importMembers);
export type ImportSummary = Static<typeof ImportSummary>;

export const rejectsShown = 100;
/** Of a file that is wrong from end to end, more are counted and not kept. */
export const rejectsKeptMax = 100_000;

export const ImportReport = Type.Object({
  ...importMembers,
  rejects: Type.Array(Reject, {
    description: `The first ${rejectsShown}; the others are at \`…/rejects\`, which keeps ${rejectsKeptMax.toLocaleString('en')} at most.`,
  }),
});
export type ImportReport = Static<typeof ImportReport>;

export const ImportQuery = Type.Object({
  file_name: Type.String({
    maxLength: 200,
    default: '',
    description: 'Names the import, and is the source of every row that names none itself.',
  }),
  sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      description:
        'SHA-256 of the whole file in hexadecimal. With it the file is imported once: a repeat gives the first summary again, ' +
        'and an interrupted import goes on behind the last line that was done. Always send the whole file.',
    }),
  ),
  format: Type.Optional(Type.Enum([...fileFormats], { description: 'By the content type if absent.' })),
  again: Type.Boolean({ default: false, description: 'Imports a file once more that was imported already.' }),
});
export type ImportQuery = Static<typeof ImportQuery>;

export const ImportId = Type.String({ maxLength: 64, description: 'From the answer to the import.' });

const counts = {
  profiles: amount('Profiles.'),
  with_email: amount('Profiles with at least one e-mail.'),
  with_phone: amount('Profiles with at least one phone.'),
};

export const DirectoryStats = Type.Object({
  ...counts,
  networks: Type.Array(Type.Object({ network: Type.String(), ...counts }), {
    description: 'Most profiles first.',
  }),
  emails: Type.Record(Type.String(), Type.Integer(), { description: 'E-mails by type.' }),
  phones: Type.Record(Type.String(), Type.Integer(), { description: 'Phones by type.' }),
  links: Type.Record(Type.String(), Type.Integer(), { description: 'Links by network.' }),
  suppressions: Type.Record(Type.String(), Type.Integer(), {
    description:
      'Entries of the suppression list by kind. What is stored of suppressed people is counted above, too.',
  }),
  last_import: Nullable(ImportSummary),
});
export type DirectoryStats = Static<typeof DirectoryStats>;
