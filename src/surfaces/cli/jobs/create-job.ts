import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Client, Job, Request } from '#client';
import { asJson, confirmation, type Given, programName } from '../command.ts';
import { CommandFailed, exitCodes, notUnderstood } from '../command-failed.ts';
import { keyOption } from '../connection/key-client.ts';
import { confirm, print } from '../terminal.ts';
import { counted } from '../words.ts';
import { endText, mostOf, type Reading, readText } from './job.ts';
import { watchJob } from './watch-job.ts';

export const jobOptions = {
  wait: { help: 'wait until the job has ended' },
  out: { value: 'FILE', help: 'write the results to this file; - for standard output' },
  column: { value: 'NAME', help: 'column with the links: its name, or its number from 1' },
  encoding: { value: 'NAME', help: 'encoding of the text if not UTF-8 or UTF-16: windows-1252, …' },
  name: { value: 'NAME', help: 'what you call the job' },
  'limit-credits': {
    value: 'N',
    help: 'create, resume: pause the job when it has spent this many; resume: none for no limit',
  },
  'webhook-url': { value: 'URL', help: 'gets a message when the job ends or pauses' },
  'dry-run': { help: 'show what is read and what it costs, and create nothing' },
  limit: { value: 'N', help: 'list: how many jobs, at most 100' },
  yes: confirmation,
  'key-file': keyOption,
  json: asJson,
} as const;

export type JobOptions = Given<typeof jobOptions>;
/** Reads the file, shows what it would cost, asks, and creates the job. */
export async function createJob(client: Client, file: string, options: JobOptions): Promise<number> {
  if (options.out && !options.wait) {
    throw notUnderstood('--out needs --wait: the results are written when the job has ended.');
  }
  if (file === '-' && !options.yes && !options['dry-run']) {
    throw notUnderstood("Standard input is the file, so you can't be asked. Add --yes.");
  }
  const content = await contentOf(file);
  const send = (query: Query) =>
    client.call('POST /api/v1/jobs', {
      query: { ...queryOf(options), ...query },
      file: { type: 'application/octet-stream', content },
    });
  const read = await send({ dry_run: true });
  if (!options.json) print(`\n${readText(read)}\n\n`);
  if (options['dry-run']) {
    if (options.json) print(`${JSON.stringify(read, null, 2)}\n`);
    return read.counts.refused > 0 ? exitCodes.rejects : exitCodes.done;
  }
  if (read.counts.profiles === 0)
    throw new CommandFailed('No row has a profile to look up, so no job was created.');
  if (mostOf(read.credits) > 0)
    await confirm(`Create the job? It costs at most ${counted(mostOf(read.credits), 'credit')}.`, options);
  if (options.out && options.out !== '-') await refuseUnwritable(options.out);
  const job = await send({});
  if (!options.wait) {
    print(options.json ? `${JSON.stringify(job, null, 2)}\n` : createdText(job));
    return exitCodes.done;
  }
  process.stderr.write(`  Job ${job.id} was created.\n`);
  return finish(client, await watchJob(client, job.id!), options);
}

/** Before the job costs: its results could not be written in the end. */
async function refuseUnwritable(file: string): Promise<void> {
  const opened = await open(file, 'a').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandFailed(`The results can't be written to ${file} (${code}), so no job was created.`);
  });
  await opened.close();
}

/** What comes when the job has ended or paused: its counts, and the results in a file. */
export async function finish(client: Client, job: Job, options: JobOptions): Promise<number> {
  if (options.out) await download(client, job.id, options.out);
  const where = options.out && options.out !== '-' ? `\n  The results are in ${options.out}.` : '';
  const text = options.json ? `${JSON.stringify(job, null, 2)}\n` : `\n${endText(job)}${where}\n\n`;
  if (options.out === '-') process.stderr.write(text);
  else print(text);
  if (job.status === 'paused' && !options.json) process.stderr.write(nextText(job));
  return job.status === 'completed' ? exitCodes.done : exitCodes.failed;
}

/** Commands that get the rest of a paused job. */
const nextText = ({ id, paused_because: why, credits }: Job): string => {
  const more = why === 'limit' ? ` --limit-credits ${Math.max(1, credits.at_most)}` : '';
  const resume = why === 'credits' || why === 'budget' ? '' : `  ${programName} jobs resume ${id}${more}\n`;
  return `${resume}  ${programName} jobs watch ${id} --out results.csv\n\n`;
};

const createdText = ({ id }: Pick<Reading, 'id'>): string =>
  `  Job ${id} was created.\n\n  ${programName} jobs watch ${id}\n  ${programName} jobs csv ${id} --out results.csv\n\n`;

type Query = NonNullable<Request<'POST /api/v1/jobs'>['query']>;

/** As they were written. The service judges them. */
const queryOf = ({
  name,
  column,
  encoding,
  'limit-credits': limit,
  'webhook-url': webhook_url,
}: JobOptions): Query => ({
  name,
  column,
  encoding: encoding as Query['encoding'],
  limit_credits: limit as never,
  webhook_url,
});

async function contentOf(file: string): Promise<Buffer<ArrayBuffer>> {
  if (file === '-') return buffer(process.stdin);
  return readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandFailed(
      code === 'ENOENT' ? `${file} does not exist.` : `${file} can't be read (${code}).`,
    );
  });
}

/** Writes the results of a job to a file, or to standard output for `-`. */
export async function download(client: Client, id: string, to: string): Promise<void> {
  const { body } = await client.call('GET /api/v1/jobs/{job_id}/csv', { path: { job_id: id } });
  await pipeline(body!, to === '-' ? standardOutput() : createWriteStream(to, { mode: 0o600 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandFailed(`The results can't be written to ${to} (${error.code ?? error.message}).`);
    },
  );
}

/** Standard output can't be closed. */
const standardOutput = () =>
  new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, () => done()) });
