import { asJson, type Command, confirmation, type Options } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import { bodyOf } from '../connection/api-client.ts';
import { type KeyClient, keyClientFor, keyOption } from '../connection/key-client.ts';
import { print } from '../print.ts';
import { dayText, table } from '../words.ts';
import { createJob, finish } from './create-job.ts';
import { type Job, statusText } from './job.ts';
import { watchJob } from './watch-job.ts';

type Act = (client: KeyClient, operand: string, options: Options) => Promise<number>;

const jobPath = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`;

const acts: Record<string, Act> = {
  create: createJob,
  async list(client, _, options) {
    const limit = options.limit === undefined ? '' : `?limit=${encodeURIComponent(options.limit)}`;
    const found = bodyOf(await client.get<{ items: Job[] }>(`/api/v1/jobs${limit}`));
    print(options.json ? `${JSON.stringify(found, null, 2)}\n` : `\n${listText(found.items)}\n\n`);
    return exitCodes.done;
  },
  async watch(client, id, options) {
    return finish(client, await watchJob(client, id), options);
  },
  async csv(client, id, options) {
    await client.download(`${jobPath(id)}/csv`, options.out ?? '-');
    if (options.out && options.out !== '-') print(`\n  The results are in ${options.out}.\n\n`);
    return exitCodes.done;
  },
  async cancel(client, id, options) {
    const job = bodyOf(await client.post<Job>(`${jobPath(id)}/cancellation`));
    print(options.json ? `${JSON.stringify(job, null, 2)}\n` : `\n  ${statusText(job)}\n\n`);
    return exitCodes.done;
  },
};

export const jobsCommand: Command = {
  name: 'jobs',
  operands: 'create FILE | list | watch ID | csv ID | cancel ID',
  operandsMin: 1,
  operandsMax: 2,
  summary: 'look up the profiles of a file in the background',
  about: [
    'create reads a CSV file or a list of links, shows what it costs at most, and asks before it creates the job. ' +
      '- reads standard input. --dry-run stops before that. --wait shows progress until the job has ended; Ctrl-C leaves it running.',
    'csv writes the results, with the columns of your file first, to --out FILE or to standard output.',
  ],
  options: [
    { name: 'wait', help: 'wait until the job has ended' },
    { name: 'out', value: 'FILE', help: 'write the results to this file; - for standard output' },
    { name: 'column', value: 'NAME', help: 'column with the links: its name, or its number from 1' },
    { name: 'name', value: 'NAME', help: 'what you call the job' },
    { name: 'limit-credits', value: 'N', help: 'pause the job when it has spent so many' },
    { name: 'webhook-url', value: 'URL', help: 'gets a message when the job ends or pauses' },
    { name: 'dry-run', help: 'show what is read and what it costs, and create nothing' },
    { name: 'limit', value: 'N', help: 'list: how many jobs, at most 100' },
    confirmation,
    keyOption,
    asJson,
  ],
  examples: [
    'jobs create people.csv --dry-run',
    'jobs create people.csv --wait --out results.csv',
    'jobs list',
    'jobs watch job_8f3c',
    'jobs csv job_8f3c --out results.csv',
    'jobs cancel job_8f3c',
  ],

  async run([verb = '', operand], options) {
    const act = Object.hasOwn(acts, verb) ? acts[verb] : undefined;
    if (!act || (verb === 'list') !== (operand === undefined)) {
      throw new CommandFailed(`Usage: ./contactry jobs ${jobsCommand.operands}`, exitCodes.usage);
    }
    return act(await keyClientFor(options), operand ?? '', options);
  },
};

function listText(jobs: readonly Job[]): string {
  if (jobs.length === 0) return '  No jobs yet.';
  const rows = jobs.map(({ id, status, created_at, counts, credits, name }) => [
    ...[id!, status, dayText(created_at)],
    ...[`${counts.profiles - counts.waiting} of ${counts.profiles}`, `${credits.spent} credits`, name ?? ''],
  ]);
  return table(rows)
    .map((line) => `  ${line}`)
    .join('\n');
}
