import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import { Check } from 'typebox/value';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';
import { BackupFacts, factsName } from './backup-facts.ts';

/** Far more than the facts need. The rest of such an entry isn't read, whatever it unpacks to. */
const factsBytesMax = 1_000_000;

/** Reads the first entry alone, so that a backup that doesn't fit is refused before gigabytes are unpacked. */
export async function readFacts(file: string): Promise<BackupFacts> {
  await (await open(file)).close().catch(() => {});
  const stream = createReadStream(file).pipe(createZstdDecompress());
  try {
    const entries = Readable.toWeb(stream).pipeThrough(createTarDecoder({ strict: true }) as never);
    for await (const { header, body } of entries as unknown as AsyncIterable<{
      header: { name: string; size: number };
      body: ReadableStream;
    }>) {
      if (header.name !== factsName || header.size > factsBytesMax) break;
      const facts: unknown = await new Response(body).json();
      if (Check(BackupFacts, facts)) return facts;
      break;
    }
  } catch {
    // Told below.
  } finally {
    stream.destroy();
  }
  throw new CommandFailed(`${file} is not a backup of Contactry, or its beginning is damaged.`);
}

/** Unpacks everything into a folder that the owner alone may read. */
export async function unpack(file: string, folder: string, signal: AbortSignal): Promise<void> {
  const target: Writable = unpackTar(folder, { strict: true, fmode: 0o600, dmode: 0o700 });
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), target, { signal });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (signal.aborted || code === 'ENOSPC') throw error;
    throw new CommandFailed(
      `The backup is damaged or incomplete (${code || (error as Error).message}). Use another backup.`,
    );
  }
}
