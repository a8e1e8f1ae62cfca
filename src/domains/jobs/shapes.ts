import Type, { type Static } from 'typebox';
import { columnsOf, instant, instantOrNull, orNull, text } from '#core/shapes.ts';
import { FindAnswer } from '#domains/lookup/index.ts';
import { Encoding } from '#values/contact-files/encodings.ts';

export const profilesMax = 10_000;

const Include = Type.Array(Type.Enum(['emails', 'phones', 'links']), {
  minItems: 1,
  maxItems: 3,
  description: 'The contacts to return. Defaults to all.',
});

export const JobProfile = Type.Object(
  {
    profile_url: Type.String({
      maxLength: 2000,
      description: 'Link to a person’s profile, in any common form.',
      examples: ['https://www.linkedin.com/in/asha-example'],
    }),
    name: Type.Optional(
      Type.String({ maxLength: 200, description: "The person's name. A clear mismatch returns no person." }),
    ),
    client_reference: Type.Optional(
      Type.String({ maxLength: 200, description: 'Your own reference, returned with the item.' }),
    ),
  },
  { title: 'JobProfile' },
);
export type JobProfile = Static<typeof JobProfile>;

/** Job options. */
export const JobOptions = {
  name: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the job.' })),
  include: Type.Optional(Include),
  webhook_url: Type.Optional(
    Type.String({
      maxLength: 2000,
      pattern: '^https?://[^\\s]+$',
      description: 'Gets a signed message when the job ends or pauses.',
      examples: ['https://hooks.example.com/contactry'],
    }),
  ),
  dry_run: Type.Boolean({
    default: false,
    description: 'Validates the profiles and returns the maximum cost without creating a job.',
  }),
  limit_credits: Type.Optional(
    orNull(
      Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      'The most the job may spend. It pauses when that is spent. Null: no limit.',
    ),
  ),
};

/** How a file is read. */
export const FileOptions = {
  column: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'For a file: the column with the links, by its name or its number from 1. By default it is found by name or content.',
    }),
  ),
  name_column: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'For a file: the column with the names, in the same way. Empty: none is read. By default it is found by its header, or by those of the first and the last name.',
    }),
  ),
  reference_column: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'For a file: the column with your references, in the same way. Empty: none is read. By default it is found by its header.',
    }),
  ),
  encoding: Type.Optional(Encoding),
};

export const jobStatuses = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof jobStatuses)[number];
export const surfaces = ['api', 'dashboard', 'extension', 'mcp'] as const;
export type Surface = (typeof surfaces)[number];

export const pauseReasons = [
  'credits',
  'budget',
  'free_answers',
  'limit',
  'customer',
  'key',
  'locked',
] as const;

const count = (description: string) => Type.Integer({ minimum: 0, description });

const JobCounts = Type.Object(
  {
    rows: count('Rows of the input.'),
    profiles: count('Distinct profiles: each is looked up and paid once.'),
    repeated: count('Rows whose profile an earlier row has. They get its answer.'),
    refused: count("Rows whose link is not a person's profile."),
    waiting: count('Profiles without an answer yet.'),
    completed: count('Profiles of which something was found.'),
    not_found: count('Profiles of which nothing was found.'),
    failed: count('Profiles that could not be looked up. They cost nothing.'),
    cancelled: count('Profiles that were not looked up any more.'),
  },
  { title: 'JobCounts', description: 'Rows and profiles by outcome.' },
);

const JobCredits = Type.Object(
  {
    at_most: count('Cost of the job if every profile is found. Those already paid for are left out.'),
    already_paid: count(
      'Profiles that are free because the account paid for them lately (`free_repeat_days`), as of the creation.',
    ),
    limit: orNull(count('Its `limit_credits`.')),
    spent: count('Credits that its answers have cost so far.'),
  },
  { title: 'JobCredits', description: 'Cost in credits.' },
);

const JobProgress = Type.Object(
  {
    per_minute: orNull(count('Profiles a minute, lately. Null when it is not running.')),
    seconds_left: orNull(count('At that pace. Null when it is not known.')),
  },
  { title: 'JobProgress', description: 'Speed and remaining time.' },
);

/** Columns of `job` that go to the wire as they are. */
const jobColumns = {
  name: orNull(Type.String(), 'Your name for it.'),
  paused_because: orNull(
    Type.Enum([...pauseReasons]),
    '`credits`: it resumes automatically when the account has credits again. `budget`: a budget of the account or the key is reached; it resumes automatically when the budget is raised, or within five minutes of its next day or month. `free_answers`: the account has used its free answers of the day; it resumes automatically after 00:00 UTC. `limit`: its `limit_credits` are spent. `customer`: you paused it. `key`: its key was banned or revoked. `locked`: the account is locked.',
  ),
  opened_from: Type.Enum([...surfaces], { description: 'Where the job was created.' }),
  include: orNull(Include, 'The contacts to return. Null: all.'),
  created_at: instant('When the job was created.'),
  started_at: instantOrNull('When its first profiles were taken.'),
  ended_at: instantOrNull('When nothing was left to do.'),
  results_until: instantOrNull('When the results are deleted. Null until the job ends.'),
  webhook_url: orNull(Type.String(), 'The URL that gets a message when the job ends or pauses.'),
};
const status = Type.Enum([...jobStatuses], { description: '`paused`: `paused_because` says why.' });
const JobColumns = Type.Object({ status, ...jobColumns });
export type JobColumns = Static<typeof JobColumns>;
export const jobColumnNames = columnsOf(JobColumns);

const jobMembers = { ...jobColumns, counts: JobCounts, credits: JobCredits, progress: JobProgress };

export const Job = Type.Object(
  {
    id: Type.String({ examples: ['job_019a8f3c5d6e7f808192a3b4c5d6e7f8'] }),
    status,
    ...jobMembers,
  },
  { title: 'Job' },
);
export type Job = Static<typeof Job>;

export const RefusedRow = Type.Object(
  {
    row: Type.Integer({ description: 'From 1, in the order of the input.' }),
    line: orNull(Type.Integer(), 'The line of a file.'),
    column: orNull(Type.String(), 'The column of a file.'),
    value: text('The link as you sent it.'),
    reason: text('A stable code, such as `not_a_profile`.', 'not_a_profile'),
    message: text('The reason, in a sentence.'),
  },
  { title: 'RefusedRow' },
);
export type RefusedRow = Static<typeof RefusedRow>;

export const refusedMax = 100;

export const firstRowsMax = 5;
const FirstRow = Type.Object(
  {
    row: Type.Integer({ description: 'From 1, in the order of the input.' }),
    profile_url: text('The link as you sent it.'),
    name: orNull(Type.String(), "The person's name as it was read."),
    client_reference: orNull(Type.String(), 'Your own reference as it was read.'),
    status: Type.Enum(['waiting', 'repeated', 'refused'], {
      description: '`repeated`: gets the answer of an earlier row. `refused`: won’t be looked up.',
    }),
  },
  { title: 'JobFirstRow' },
);
export type FirstRow = Static<typeof FirstRow>;

const FileColumn = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'From 1.' }),
    name: text('Its header, or a generated name if the file has none.'),
  },
  { title: 'JobColumn', description: 'A column of the file.' },
);
export type FileColumn = Static<typeof FileColumn>;

const FileReading = Type.Object({
  link_column: FileColumn,
  name_columns: Type.Array(FileColumn, { description: 'A full name, or its parts in order.' }),
  reference_column: orNull(FileColumn, 'The column that is returned as `client_reference`.'),
  columns: Type.Array(FileColumn, { description: 'All columns: the choice for `column`.' }),
  header_line: orNull(Type.Integer({ minimum: 1 }), 'Null if the file has no header.'),
});
/** How the file was read, to be shown to the customer before it costs anything. */
export type FileReading = Static<typeof FileReading>;

export const CreatedJob = Type.Object({
  id: orNull(Type.String(), 'Null for a dry run.'),
  status: Type.Enum([...jobStatuses, 'dry_run'], {
    description: '`dry_run` for a dry run, else the status of the job.',
  }),
  ...jobMembers,
  file: orNull(FileReading, 'The columns that were read of a file. Null for JSON.'),
  first_rows: Type.Array(FirstRow, {
    maxItems: firstRowsMax,
    description: `The first ${firstRowsMax} rows as they were read, to see that each column has the right meaning.`,
  }),
  refused: Type.Array(RefusedRow, {
    maxItems: refusedMax,
    description: `The first ${refusedMax} rows that were refused. The items with the status \`refused\` are all of them.`,
  }),
});
export type CreatedJob = Static<typeof CreatedJob>;

export const itemStatuses = ['waiting', 'completed', 'not_found', 'failed', 'cancelled', 'refused'] as const;

export const JobItem = Type.Object({
  row: Type.Integer({ description: 'From 1, in the order of the input.' }),
  line: orNull(Type.Integer(), 'The line of a file.'),
  profile_url: text('As you sent it. Empty once the person is suppressed or erased.'),
  name: orNull(Type.String(), "The person's name as you sent it, or null as above."),
  client_reference: orNull(Type.String()),
  status: Type.Enum([...itemStatuses], {
    description: '`refused`: the link doesn’t lead to a person’s profile.',
  }),
  repeats_row: orNull(Type.Integer(), 'The row whose lookup answers this one.'),
  lookup: orNull(FindAnswer, 'The answer, as of `POST /api/v1/find`.'),
  credits_charged: Type.Integer({
    description: 'Credits that this row cost. 0 for one that repeats another.',
  }),
  reason: orNull(
    Type.String({ examples: ['repeat of line 6', 'links_only'] }),
    'Why it was refused or failed, or why a row with an answer cost nothing: `repeat of line 6` (`repeat of row 5` without a file), or the `credits.reason` of its lookup, such as `links_only`.',
  ),
});
export type JobItem = Static<typeof JobItem>;

export const JobId = Type.String({ maxLength: 100, description: 'The `id` of the job.' });
