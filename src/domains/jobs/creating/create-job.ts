import { randomUUIDv7 } from 'node:crypto';
import Type from 'typebox';
import { type DoorOptions, dashboard, keyOrSession } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { webhookUrlFault } from '#domains/webhooks/index.ts';
import { type FileReading, profileFileBodies, profileFileBytesMax } from '../files/profile-file.ts';
import {
  CreatedJob,
  FileOptions,
  JobOptions,
  JobProfile,
  profilesMax,
  type RefusedRow,
  refusedMax,
  surfaces,
} from '../shapes.ts';
import { jobOf, type NewJob, newRow } from '../sql/jobs.ts';
import { type ReadRows, readRows } from './read-rows.ts';
import { refuseBeyondBounds, refuseWithoutCredits } from './refuse-job.ts';
import { storeJob, weightOf } from './store-job.ts';

const options: DoorOptions = {
  bodies: profileFileBodies,
  fileInsteadOf: ['profiles'],
  bodyBytesMax: profileFileBytesMax,
  // So much is parsed without keeping anybody waiting. A file is read in slices.
  jsonBytesMax: 3 * 1024 * 1024,
  bodyExamples: { 'text/csv': 'Name,LinkedIn\nAsha Example,https://www.linkedin.com/in/asha-example\n' },
};

export const createJob = operation({
  id: 'jobs.create-job',
  summary: 'Look up many profiles in the background',
  description:
    'Send JSON, or a file with the other members as query parameters: CSV, a list of links, NDJSON, a JSON array, vCards or a spreadsheet (.xlsx), each optionally gzipped. Returns what was read: profiles, repeated rows, refused rows with their reasons, and the maximum cost. Each distinct profile is looked up and charged once.',
  kind: 'command',
  share: 'uploads',
  doors: [
    keyOrSession('POST', '/api/v1/jobs', options),
    dashboard('POST', '/internal/jobs/{account_id}', options),
  ],
  mcp: {
    name: 'create_lookup_job',
    title: 'Look up many people in the background',
    description:
      'Start a bulk lookup of up to 10,000 people, from links to their profiles. Answers at once with the job, the rows that were refused, and what it costs at most (`credits.at_most`): 1 credit for each distinct profile of which an email or a phone is found, misses are free. Use `dry_run` to see that without starting it, and `limit_credits` to cap it. Then call get_lookup_job until it ends, and get_lookup_job_results for the answers.',
    isReadOnly: false,
    isOpenWorld: true,
    hides: ['opened_from', 'column', 'encoding'],
  },
  account: 'required',
  actsAs: 'key',
  input: Type.Object({
    profiles: Type.Array(JobProfile, {
      minItems: 1,
      maxItems: profilesMax,
      description: 'The profiles to look up.',
    }),
    ...JobOptions,
    ...FileOptions,
    opened_from: Type.Optional(
      Type.Enum([...surfaces], {
        description:
          'Where the job was created. Counts behind the internal door only; the default there is `dashboard`.',
      }),
    ),
  }),
  output: CreatedJob,
  errors: ['file_refused', 'insufficient_credits', 'jobs_full'],

  async run(ctx, { profiles, column, encoding, opened_from, dry_run, ...given }) {
    if (!ctx.key) throw new Error('a job always has a key');
    const fault = given.webhook_url && webhookUrlFault(ctx.ports, given.webhook_url);
    if (fault) return failField(['webhook_url'], fault);
    if (!dry_run) await refuseWithoutCredits(ctx);
    const read = await readRows(ctx, profiles, { column, encoding });
    const job: NewJob = {
      account: ctx.account.id,
      id: randomUUIDv7(),
      keyId: ctx.key.keyId,
      isTest: ctx.key.mode === 'test',
      openedFrom: ctx.caller.kind === 'internal' && opened_from ? opened_from : ctx.surface,
      name: given.name ?? null,
      include: given.include ?? null,
      webhookUrl: given.webhook_url ?? null,
      creditsLimit: given.limit_credits ?? null,
      weight: await weightOf(ctx.db, ctx.account.id),
      ownColumns: read.ownColumns,
      rows: read.rows.length,
      bytes: read.bytes,
      profiles: read.profiles,
      repeated: read.repeated,
      refused: read.refused,
    };
    const told = { file: read.reading && fileOf(read.reading), refused: refusedRowsOf(read) };
    if (dry_run) return { ...jobOf(newRow(job, ctx.now())), id: null, status: 'dry_run' as const, ...told };
    await refuseBeyondBounds(ctx, job);
    return { ...jobOf(await storeJob(ctx, job, read.rows)), ...told };
  },
});

const fileOf = (reading: FileReading): CreatedJob['file'] => ({
  link_column: reading.linkColumn,
  name_columns: reading.nameColumns,
  reference_column: reading.referenceColumn,
  columns: reading.columns,
  header_line: reading.headerLine,
});

const refusedRowsOf = ({ rows, reading }: ReadRows): RefusedRow[] =>
  rows
    .filter(({ status }) => status === 'refused')
    .slice(0, refusedMax)
    .map(({ row, line, profileUrl, reason, refusal }) => ({
      row,
      line,
      column: refusal!.column ?? reading?.linkColumn.name ?? null,
      value: profileUrl,
      reason: reason!,
      message: refusal!.message,
    }));
