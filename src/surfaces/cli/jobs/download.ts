import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '#client';
import { CommandFailed } from '../command-failed.ts';

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
