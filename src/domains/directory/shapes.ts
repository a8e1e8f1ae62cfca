import Type, { type Static } from 'typebox';
import { orNull } from '#core/shapes.ts';
import { EmailContact, LinkContact, Person, PhoneContact } from '#values/contacts/index.ts';
import { targets } from './file/columns.ts';
import { fileFormats } from './file/row-reader.ts';
import { dateOrders } from './rows/dates.ts';
import { defaultSource, sourceLengthMax } from './rows/row-texts.ts';

const instant = (description: string) => Type.String({ format: 'date-time', description });
const amount = (description: string) => Type.Integer({ minimum: 0, description });

export const Reject = Type.Object({
  line: Type.Integer({ minimum: 1, description: 'In the file, counted from 1; the header is a line too.' }),
  scope: Type.Enum(['row', 'value'], {
    description: '`row`: nothing of the line was taken. `value`: the rest of the line was.',
  }),
  column: orNull(Type.String({ description: 'Null when the whole line can not be read.' })),
  reason: Type.String({ description: 'A stable code, such as `invalid_email`.' }),
  detail: Type.String({ description: 'A sentence for people. It never repeats the value.' }),
});
export type Reject = Static<typeof Reject>;

const importMembers = {
  id: Type.String(),
  status: Type.Enum(
    ['running', 'interrupted', 'completed', 'failed', 'taking_back', 'taken_back', 'dry_run'],
    {
      description:
        '`interrupted`: the sender or the service went away; send the same file with its `sha256` and it goes on where it stopped. ' +
        '`failed`: the file was refused; `detail` says why. `taking_back`: not everything it said is removed yet; ask for it again. ' +
        '`dry_run`: nothing was stored.',
    },
  ),
  file_name: Type.String(),
  format: Type.Enum([...fileFormats]),
  sha256: orNull(Type.String({ description: 'In hexadecimal, as the sender told it.' })),
  lines: amount('Lines of the file that are done with, header and blank lines among them.'),
  accepted: amount('Rows that are in the directory now.'),
  merged: amount(
    'Those of the accepted rows whose profile was known already, from the directory or an earlier row.',
  ),
  suppressed: amount('Rows that were left out because the person is suppressed.'),
  rejected: amount('Rows that were not taken because something in them is wrong.'),
  rejected_values: amount('Single values that were not taken, of rows that were.'),
  without_contact: amount(
    'Rows of profiles that the directory does not know, without an e-mail, phone or link: they make no profile.',
  ),
  warnings: Type.Array(Type.String(), { description: 'Such as columns that are not read.' }),
  detail: orNull(Type.String({ description: 'Why the import failed.' })),
  started_at: instant('When the file was sent for the first time.'),
  finished_at: orNull(instant('When the import ended, in whichever way.')),
  duration_ms: amount(
    'Milliseconds at work; the time between an interruption and its resumption is left out.',
  ),
};

const values = {
  person: Person,
  emails: Type.Array(EmailContact),
  phones: Type.Array(PhoneContact),
  links: Type.Array(LinkContact),
};
export const ProfileNamed = Type.Object({
  network: Type.String(),
  handle: Type.String(),
  url: Type.String(),
});

const MappedHeader = Type.Object({
  header: Type.String({ description: 'As the file has it.' }),
  column: orNull(Type.String({ description: 'What it is read as; null when it is not read.' })),
});

export const ImportSummary = Type.Object(importMembers);
export type ImportSummary = Static<typeof ImportSummary>;

export const rejectsShown = 100;
/** Of a file that is wrong from end to end, more are counted and not kept. */
export const rejectsKeptMax = 100_000;

export const previewRows = 3;

export const ImportReport = Type.Object({
  ...importMembers,
  id: orNull(Type.String({ description: 'Null of a dry run, which leaves no import.' })),
  rejects: Type.Array(Reject, {
    description: `The first ${rejectsShown}; the others are at \`…/rejects\`, which keeps ${rejectsKeptMax.toLocaleString('en')} at most.`,
  }),
  mapping: Type.Array(MappedHeader, {
    description: 'Of a dry run: what each column of the file is read as. Empty otherwise.',
  }),
  preview: Type.Array(Type.Object({ profile: ProfileNamed, ...values }), {
    description: `Of a dry run: the first ${previewRows} profiles as they would be stored. Empty otherwise.`,
  }),
});
export type ImportReport = Static<typeof ImportReport>;

export const ImportQuery = Type.Object({
  file_name: Type.String({
    maxLength: 200,
    default: '',
    description: 'Names the import for operators. Customers are never shown it.',
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
  source: Type.String({
    minLength: 1,
    maxLength: sourceLengthMax,
    default: defaultSource,
    description: 'The source of every row that names none itself. Customers are shown it with each value.',
  }),
  map: Type.Array(Type.String({ maxLength: 300, pattern: `^(?:${targets.join('|')})=.*\\S.*$` }), {
    maxItems: 100,
    default: [],
    description:
      'What a header means that is not known, as `email=Work Email`; repeat it for further headers. ' +
      `One of ${targets.map((target) => `\`${target}\``).join(', ')}.`,
  }),
  date_order: Type.Optional(
    Type.Enum([...dateOrders], {
      description: 'The order of day, month and year in dates such as 03/04/2026. They are never guessed.',
    }),
  ),
  dry_run: Type.Boolean({
    default: false,
    description:
      'Reads and judges the file and stores nothing: the answer has `mapping`, `preview` and the counts.',
  }),
});
export type ImportQuery = Static<typeof ImportQuery>;

export const ImportId = Type.String({ maxLength: 64, description: 'From the answer to the import.' });

export const StoredProfile = Type.Object({
  profile: ProfileNamed,
  suppressed: Type.Boolean({ description: 'Whether customers are told nothing of it.' }),
  ...values,
  statements: Type.Array(
    Type.Object({
      import_id: orNull(Type.String({ description: 'Null for what an operator changed by hand.' })),
      file_name: orNull(Type.String()),
      ...values,
    }),
    { description: 'What each import said. The values above are all of these together.' },
  ),
  created_at: instant('When the profile was stored first.'),
  updated_at: instant('When it was changed last.'),
});
export type StoredProfile = Static<typeof StoredProfile>;

export const ProfileUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'A link to the profile, in any form that lookups take.',
});

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
  last_import: orNull(ImportSummary),
});
export type DirectoryStats = Static<typeof DirectoryStats>;
