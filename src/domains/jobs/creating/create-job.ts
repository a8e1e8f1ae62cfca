import { randomUUIDv7 } from 'node:crypto';
import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { type DoorOptions, dashboard, keyOrSession } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { paidAmong } from '#domains/lookup/index.ts';
import { webhookUrlFault } from '#domains/webhooks/index.ts';
import { profileFileBodies, profileFileBytesMax } from '../files/profile-file.ts';
import type { JudgedRow } from '../rules.ts';
import {
  CreatedJob,
  FileOptions,
  type FileReading,
  type FirstRow,
  firstRowsMax,
  JobOptions,
  JobProfile,
  profilesMax,
  type RefusedRow,
  refusedMax,
  surfaces,
} from '../shapes.ts';
import { jobOf, newJob } from '../sql/jobs.ts';
import { readRows } from './read-rows.ts';
import { refuseBeyondBounds, refuseWithoutCredits, storeJob, weightOf } from './store-job.ts';

const options: DoorOptions = {
  bodies: profileFileBodies,
  fileInsteadOf: ['profiles'],
  bodyBytesMax: profileFileBytesMax,
  // Parsing this much doesn't delay other requests. A file is read in slices.
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
    scope: 'jobs',
    title: 'Look up many people in the background',
    description:
      'Start a bulk lookup of up to 10,000 people, from links to their profiles. Answers at once with the job, the rows that were refused, and what it costs at most (`credits.at_most`): 1 credit for each distinct profile of which an email or a phone is found, misses are free. Use `dry_run` to see that without starting it, and `limit_credits` to cap it. Then call get_lookup_job until it ends, and get_lookup_job_results for the answers.',
    isReadOnly: false,
    isOpenWorld: true,
    hides: ['opened_from', 'column', 'name_column', 'reference_column', 'encoding'],
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
          'Where the job was created. Only used by internal endpoints; the default there is `dashboard`.',
      }),
    ),
  }),
  example: {
    name: 'Conference guests',
    profiles: [{ profile_url: 'https://www.linkedin.com/in/asha-example', client_reference: 'guest-1' }],
  },
  output: CreatedJob,
  errors: ['file_refused', 'insufficient_credits', 'jobs_full'],

  async run(ctx, { profiles, opened_from, dry_run, ...options }) {
    if (!ctx.key) throw new Error('a job always has a key');
    const { name = null, include = null, webhook_url = null, limit_credits: credits_limit = null } = options;
    const fault = webhook_url && webhookUrlFault(ctx.ports, webhook_url);
    if (fault) return failField(['webhook_url'], fault);
    if (!dry_run) await refuseWithoutCredits(ctx);
    const { rows, reading, ...counted } = await readRows(ctx, profiles, options);
    const job = newJob(ctx.now(), {
      account: ctx.account.id,
      id: randomUUIDv7(),
      key_id: ctx.key.keyId,
      is_test: ctx.key.mode === 'test',
      opened_from: ctx.caller.kind === 'internal' && opened_from ? opened_from : ctx.surface,
      ...{ name, include, webhook_url, credits_limit },
      weight: await weightOf(ctx.db, ctx.account.id),
      row_count: rows.length,
      already_paid: await alreadyPaid(ctx, rows),
      ...counted,
    });
    const readings = { file: reading, first_rows: firstRowsOf(rows), refused: refusedRowsOf(rows, reading) };
    if (dry_run) return { ...jobOf(job), id: null, status: 'dry_run' as const, ...readings };
    await refuseBeyondBounds(ctx, job);
    return { ...jobOf(await storeJob(ctx, job, rows)), ...readings };
  },
});

/** Profiles that the account may look up again free. */
async function alreadyPaid(
  { db, account, key, ports }: Context,
  rows: readonly JudgedRow[],
): Promise<number> {
  const { free_repeat_days } = ports.settings.current();
  if (free_repeat_days === 0 || key!.mode === 'test') return 0;
  const waiting = rows.flatMap(({ status, profile_hash }) => (status === 'waiting' ? profile_hash! : []));
  return paidAmong(db, account.id, waiting, free_repeat_days);
}

const firstRowsOf = (rows: readonly JudgedRow[]): FirstRow[] =>
  rows.slice(0, firstRowsMax).map(({ row, profile_url, name, client_reference, status }) => ({
    ...{ row, profile_url, name, client_reference, status },
  }));

const refusedRowsOf = (rows: readonly JudgedRow[], reading: FileReading | null): RefusedRow[] =>
  rows
    .filter(({ status }) => status === 'refused')
    .slice(0, refusedMax)
    .map(({ row, line, profile_url: value, reason, refusal }) => ({
      ...{ row, line, value, reason: reason! },
      column: refusal!.column ?? reading?.link_column.name ?? null,
      message: refusal!.message,
    }));
