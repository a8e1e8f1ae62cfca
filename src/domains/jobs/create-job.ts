import { randomUUIDv7 } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { internal, key } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { reasonSentence } from '#values/profile-link/index.ts';
import { type JudgedRows, openJudge } from './rules.ts';
import {
  CreatedJob,
  JobOptions,
  JobProfile,
  profilesMax,
  type RefusedRow,
  refusedMax,
  surfaces,
} from './shapes.ts';
import { insertItems } from './sql/items.ts';
import { beginJob, insertJob, jobOf, type NewJob, newRow } from './sql/jobs.ts';
import { weightOf } from './weight.ts';

const bodyBytesMax = 8 * 1024 * 1024;
const Members = {
  profiles: Type.Array(JobProfile, {
    minItems: 1,
    maxItems: profilesMax,
    description: 'The profiles to look up.',
  }),
  ...JobOptions,
};

export const createJob = operation({
  id: 'jobs.create-job',
  summary: 'Look up many profiles in the background',
  description:
    'Answers with what was read: profiles, repeated rows, refused rows with their reasons, and what the job costs at most. Each distinct profile is looked up and paid once.',
  kind: 'command',
  doors: [
    key('POST', '/api/v1/jobs', { bodyBytesMax }),
    internal('POST', '/internal/jobs/{account_id}', { bodyBytesMax }),
  ],
  mcp: {
    name: 'create_lookup_job',
    title: 'Look up many people in the background',
    description:
      'Start a bulk lookup of up to 10,000 people, from links to their profiles. Answers at once with the job, the rows that were refused, and what it costs at most (`credits.at_most`): 1 credit for each distinct profile of which an e-mail or a phone is found, misses are free. Use `dry_run` to see that without starting it, and `limit_credits` to cap it. Then call get_lookup_job until it ends, and get_lookup_job_results for the answers.',
    isReadOnly: false,
    isOpenWorld: true,
    hides: ['opened_from'],
  },
  account: 'required',
  actsAs: 'key',
  input: Type.Object({
    ...Members,
    opened_from: Type.Optional(
      Type.Enum([...surfaces], {
        description: 'The surface on which the job was created. Counts behind the internal door only.',
      }),
    ),
  }),
  output: CreatedJob,
  errors: [],

  async run(ctx, { profiles, opened_from, ...options }) {
    if (!ctx.key) throw new Error('a job always has a key');
    const judged = await judge(profiles, ctx);
    const job: NewJob = {
      account: ctx.account.id,
      id: randomUUIDv7(),
      keyId: ctx.key.keyId,
      isTest: ctx.key.mode === 'test',
      openedFrom: ctx.caller.kind === 'internal' && opened_from ? opened_from : ctx.surface,
      name: options.name ?? null,
      include: options.include ?? null,
      webhookUrl: options.webhook_url ?? null,
      creditsLimit: options.limit_credits ?? null,
      weight: await weightOf(ctx.db, ctx.account.id),
      rows: judged.rows.length,
      profiles: judged.profiles,
      repeated: judged.repeated,
      refused: judged.refused,
    };
    const refused = refusedRowsOf(judged);
    if (options.dry_run)
      return { ...jobOf(newRow(job, ctx.now())), id: null, status: 'dry_run' as const, refused };
    await insertJob(ctx.db, job);
    await insertItems(ctx.db, job, judged.rows);
    const begun = await beginJob(ctx.db, job, ctx.ports.settings.current().job_results_days);
    return { ...jobOf(begun), refused };
  },
});

/** Other requests get their turn in between: reading a link takes microseconds, and there may be thousands. */
const rowsPerTurn = 200;

async function judge(
  profiles: readonly JobProfile[],
  { ports }: Pick<Context, 'ports'>,
): Promise<JudgedRows> {
  const { judge: judgeRow, result } = openJudge(ports.codeHosts);
  for (const [at, profile] of profiles.entries()) {
    if (at % rowsPerTurn === 0) await nextTurn();
    judgeRow(profile);
  }
  return result;
}

const refusedRowsOf = ({ rows }: JudgedRows): RefusedRow[] =>
  rows
    .filter(({ status }) => status === 'refused')
    .slice(0, refusedMax)
    .map(({ row, line, column, profileUrl, reason }) => ({
      row,
      line,
      column,
      value: profileUrl,
      reason: reason!,
      message: reasonSentence(reason!),
    }));
