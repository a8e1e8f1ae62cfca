import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailed, exitCodes } from '../command-failed.ts';

/**
 * Copies standard input to a file that only this user may read, removed on disposal. The upload needs its SHA-256 in advance:
 * the service uses it to recognize an earlier import and to continue one.
 */
export async function keptInput(input: Readable): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'standard-input');
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop);
  try {
    await pipeline(input, createWriteStream(path, { mode: 0o600 }), { signal: stopped.signal });
  } catch (error) {
    await remove();
    if (!stopped.signal.aborted) throw error;
    throw new CommandFailed('Stopped before anything was sent.', exitCodes.interrupted);
  } finally {
    process.off('SIGINT', stop);
  }
  return { path, [Symbol.asyncDispose]: remove };
}
