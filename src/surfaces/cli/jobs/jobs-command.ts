import type { Client, Item } from '#client';
import { command } from '../command.ts';
import { exitCodes, notUnderstood } from '../command-failed.ts';
import { keyClientFor } from '../connection/key-client.ts';
import { print, show } from '../terminal.ts';
import { counted, dayText, table } from '../words.ts';
import { createJob, download, finish, type JobOptions, jobOptions } from './create-job.ts';
import { statusText } from './job.ts';
import { watchJob } from './watch-job.ts';

type Act = (client: Client, operand: string, options: JobOptions) => Promise<number | undefined>;

/** Posts to the job, and shows its new status. */
const change =
  (to: 'pause' | 'resumption' | 'cancellation', body?: { limit_credits: number | null }): Act =>
  async (client, id, options) => {
    const job = await client.call(`POST /api/v1/jobs/{job_id}/${to}`, {
      path: { job_id: id },
      body,
    } as never);
    show(job, options.json, () => `  ${statusText(job)}\n`);
    // A limit that is already spent pauses a resumed job at once.
    return to === 'resumption' && job.status === 'paused' ? exitCodes.failed : exitCodes.done;
  };

const acts: Record<string, Act> = {
  create: createJob,
  async list(client, _, options) {
    const query = { limit: options.limit } as { limit?: never };
    const found = await client.call('GET /api/v1/jobs', { query });
    show(found, options.json, ({ items }) => `${listText(items)}\n`);
  },
  async watch(client, id, options) {
    return finish(client, await watchJob(client, id), options);
  },
  async csv(client, id, options) {
    await download(client, id, options.out ?? '-');
    if (options.out && options.out !== '-') print(`\n  The results are in ${options.out}.\n\n`);
  },
  pause: change('pause'),
  async resume(client, id, options) {
    const limit = options['limit-credits'];
    if (limit === undefined) return change('resumption')(client, id, options);
    if (!/^(?:none|\d+)$/.test(limit)) {
      throw notUnderstood('--limit-credits is a whole number, or none.');
    }
    const body = { limit_credits: limit === 'none' ? null : Number(limit) };
    return change('resumption', body)(client, id, options);
  },
  cancel: change('cancellation'),
};

const actions = 'create FILE | list | watch ID | csv ID | pause ID | resume ID | cancel ID';

export const jobsCommand = command({
  name: 'jobs',
  operands: 'ACTION [FILE | ID]',
  summary: 'look up the profiles of a file in the background',
  about: [
    `ACTION is one of: ${actions}.`,
    'create reads a file (CSV, a list of links, .xlsx, .vcf, JSON or NDJSON, also gzipped), shows the maximum cost, and asks before it creates the job. ' +
      '- reads standard input. --dry-run stops before that. --wait shows progress until the job has ended; Ctrl-C leaves it running.',
    'To continue a job whose limit is spent, resume it with a higher --limit-credits. One that has run out of credits resumes automatically.',
    'csv writes the results, with the columns of your file first, to --out FILE or to standard output.',
  ],
  options: jobOptions,
  examples: [
    'jobs create people.csv --dry-run',
    'jobs create people.csv --wait --out results.csv',
    'jobs list',
    'jobs watch job_8f3c',
    'jobs csv job_8f3c --out results.csv',
    'jobs resume job_8f3c --limit-credits 500',
    'jobs cancel job_8f3c',
  ],

  async run([verb = '', operand], options) {
    const act = Object.hasOwn(acts, verb) ? acts[verb] : undefined;
    if (!act || (verb === 'list') !== (operand === undefined)) {
      throw notUnderstood(`Usage: ./contactry jobs ${actions}`);
    }
    return act(await keyClientFor(options), operand ?? '', options);
  },
});

function listText(jobs: readonly Item<'GET /api/v1/jobs'>[]): string {
  if (jobs.length === 0) return '  No jobs yet.';
  const rows = jobs.map(({ id, status, created_at, counts, credits, name }) => [
    ...[id, status, dayText(created_at)],
    ...[
      `${counts.profiles - counts.waiting} of ${counts.profiles}`,
      counted(credits.spent, 'credit'),
      name ?? '',
    ],
  ]);
  return table(rows)
    .map((line) => `  ${line}`)
    .join('\n');
}
