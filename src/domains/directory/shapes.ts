import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import { Encoding } from '#values/contact-files/encodings.ts';
import { targets } from '#values/contact-files/headers/columns.ts';
import { fileFormats } from '#values/contact-files/open-file.ts';
import { EmailContact, LinkContact, Person, PhoneContact, ProfileNamed } from '#values/contacts/index.ts';
import { dateOrders } from './rows/dates.ts';
import { linesPerGroup } from './rows/reject-groups.ts';
import { defaultSource, sourceLengthMax } from './rows/row-texts.ts';

const amount = (description: string) => Type.Integer({ minimum: 0, description });

export const Reject = Type.Object(
  {
    line: Type.Integer({
      minimum: 1,
      description: 'Line in the file, starting at 1 and counting the header.',
    }),
    scope: Type.Enum(['row', 'value'], {
      description: '`row`: the whole row was rejected. `value`: only this value was.',
    }),
    column: orNull(Type.String({ description: 'Null if the whole line could not be read.' })),
    reason: Type.String({ description: 'A stable code, such as `invalid_email`.' }),
    detail: Type.String({ description: 'A sentence for people. It never repeats the value.' }),
  },
  { title: 'Reject' },
);
export type Reject = Static<typeof Reject>;

export const RejectGroup = Type.Object(
  {
    ...Type.Omit(Reject, ['line']).properties,
    count: Type.Integer({ minimum: 1, description: 'How many rejects have this reason in this column.' }),
    lines: Type.Array(Type.Integer({ minimum: 1 }), {
      maxItems: linesPerGroup,
      description: 'The first lines.',
    }),
  },
  { title: 'RejectGroup' },
);
export type RejectGroup = Static<typeof RejectGroup>;

const importMembers = {
  id: Type.String(),
  status: Type.Enum(
    ['running', 'interrupted', 'completed', 'failed', 'taking_back', 'taken_back', 'dry_run'],
    {
      description:
        '`interrupted`: the sender or the service disconnected; send the same file with its `sha256` to resume. ' +
        '`failed`: the file was refused, and `detail` says why. `taking_back`: part of its data is still there; repeat the call. ' +
        '`dry_run`: nothing was stored.',
    },
  ),
  file_name: Type.String(),
  format: orNull(
    Type.Enum([...fileFormats], { description: 'Detected file format. Null until its first rows are read.' }),
  ),
  sha256: orNull(Type.String({ description: 'The SHA-256 you sent, in hexadecimal.' })),
  lines: amount('Lines of the file handled so far, including the header and blank lines.'),
  accepted: amount('Rows that are now in the directory.'),
  merged: amount('Accepted rows whose profile was already known, from the directory or an earlier row.'),
  suppressed: amount('Rows skipped because the person is suppressed.'),
  rejected: amount('Rows rejected because of an error.'),
  rejected_values: amount('Single values rejected in rows that were otherwise accepted.'),
  without_contact: amount(
    'Rows about an unknown profile without an email, phone or link. They create no profile.',
  ),
  warnings: Type.Array(Type.String(), {
    description: 'Warnings, for example about columns that are not read.',
  }),
  detail: orNull(
    Type.String({ description: 'Why the import failed or was interrupted, where it is known.' }),
  ),
  started_at: instant('When the file was first sent.'),
  finished_at: instantOrNull('When the import ended, successfully or not.'),
  duration_ms: amount(
    'Working time in milliseconds, without the time between an interruption and its resumption.',
  ),
};

const values = {
  person: Person,
  emails: Type.Array(EmailContact),
  phones: Type.Array(PhoneContact),
  links: Type.Array(LinkContact),
};
const ImportedProfile = Type.Object({ profile: ProfileNamed, ...values }, { title: 'ImportedProfile' });

export const MappedHeader = Type.Object(
  {
    header: Type.String({ description: 'The header as it appears in the file.' }),
    column: orNull(Type.String({ description: 'The column it is read as. Null if it is not read.' })),
  },
  { title: 'MappedHeader' },
);

export const ImportSummary = Type.Object(importMembers, { title: 'ImportSummary' });
export type ImportSummary = Static<typeof ImportSummary>;

export const rejectsShown = 100;
/** Beyond this many, the rejects of a thoroughly broken file are counted but not stored. */
export const rejectsKeptMax = 100_000;

export const previewRows = 3;

export const ImportReport = Type.Object(
  {
    ...importMembers,
    id: orNull(Type.String({ description: 'Null for a dry run, which creates no import.' })),
    rejects: Type.Array(Reject, {
      description: `The first ${rejectsShown}, or as many as \`rejects_limit\` says. Get the others from \`…/rejects\`, which stores at most ${rejectsKeptMax.toLocaleString('en')}.`,
    }),
    reject_groups: Type.Array(RejectGroup, {
      description:
        'All rejects by column and reason, the most frequent first. A row that was rejected for several reasons is in several groups.',
    }),
    mapping: Type.Array(MappedHeader, {
      description: 'For a dry run: how each column of the file is read. Empty otherwise.',
    }),
    preview: Type.Array(ImportedProfile, {
      description: `For a dry run: the first ${previewRows} profiles as they would be stored. Empty otherwise.`,
    }),
  },
  { title: 'ImportReport' },
);
export type ImportReport = Static<typeof ImportReport>;

export const ImportQuery = Type.Object({
  file_name: Type.String({
    maxLength: 200,
    default: '',
    description: 'A name for operators. Customers never see it.',
  }),
  sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{64}$',
      description:
        'SHA-256 of the whole file in hexadecimal. With it, a file is imported only once: a repeat returns the first summary, and an ' +
        'interrupted import resumes after its last committed line. Always send the whole file.',
    }),
  ),
  format: Type.Optional(
    Type.Enum(['csv', 'ndjson'], {
      description: 'Reads text as this format. By default, the format is found in the file itself.',
    }),
  ),
  encoding: Type.Optional(Encoding),
  again: Type.Boolean({
    default: false,
    description: 'Whether to import a file again that was already imported, for example with another `map`.',
  }),
  source: Type.String({
    minLength: 1,
    maxLength: sourceLengthMax,
    default: defaultSource,
    description: 'The source of rows that do not name one. Customers see it with each value.',
  }),
  map: Type.Array(Type.String({ maxLength: 300 }), {
    maxItems: 100,
    default: [],
    description:
      'Maps an unknown header, such as `email=Work Email`. Repeat it for more headers. ' +
      `Targets: ${targets.map((target) => `\`${target}\``).join(', ')}.`,
  }),
  date_order: Type.Optional(
    Type.Enum([...dateOrders], {
      description: 'The order of day, month and year in dates such as 03/04/2026. It is never guessed.',
    }),
  ),
  rejects_limit: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: rejectsShown,
    description: 'How many `rejects` the answer of a dry run lists one by one.',
  }),
  dry_run: Type.Boolean({
    default: false,
    description:
      'Whether to only read and check the file. Stores nothing. The answer has `mapping`, `preview` and the counts.',
  }),
});
export type ImportQuery = Static<typeof ImportQuery>;

/** For the documentation. The columns are checked row by row. */
export const ProfileRows = Type.Array(Type.Record(Type.String(), Type.Unknown()), {
  description: 'One object per profile.',
});

export const ImportId = Type.String({ maxLength: 64, description: "The import's `id`." });

export const StoredProfile = Type.Object(
  {
    profile: ProfileNamed,
    suppressed: Type.Boolean({ description: 'Whether the profile is hidden from customers.' }),
    ...values,
    statements: Type.Array(
      Type.Object({
        import_id: orNull(Type.String({ description: 'Null for what an operator changed by hand.' })),
        file_name: orNull(Type.String()),
        ...values,
      }),
      { description: 'Each import’s contribution. The values above merge all of these.' },
    ),
    created_at: instant('When the profile was created.'),
    updated_at: instant('When the profile last changed.'),
  },
  { title: 'StoredProfile' },
);
export type StoredProfile = Static<typeof StoredProfile>;

export const ProfileUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'A link to the profile, in any form that lookups accept.',
});

const counts = {
  profiles: amount('Profiles.'),
  with_email: amount('Profiles with at least one email.'),
  with_phone: amount('Profiles with at least one phone.'),
};

export const DirectoryStats = Type.Object({
  ...counts,
  networks: Type.Array(Type.Object({ network: Type.String(), ...counts }), {
    description: 'The networks with the most profiles first.',
  }),
  emails: Type.Record(Type.String(), Type.Integer(), { description: 'Emails by type.' }),
  phones: Type.Record(Type.String(), Type.Integer(), { description: 'Phones by type.' }),
  links: Type.Record(Type.String(), Type.Integer(), { description: 'Links by network.' }),
  suppressions: Type.Record(Type.String(), Type.Integer(), {
    description: 'Entries on the suppression list by kind. The counts above include suppressed people.',
  }),
  last_import: orNull(ImportSummary, 'The newest import. Null before the first.'),
});
export type DirectoryStats = Static<typeof DirectoryStats>;
