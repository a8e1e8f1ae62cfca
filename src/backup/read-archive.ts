import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { passwordFileIn } from '#platform/database/embedded/placement/placement.ts';
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
    // Reported below.
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

/** PostgreSQL's manifest of a base backup. The log is not in it: its records have checksums of their own. */
const Manifest = Type.Object({
  Files: Type.Array(Type.Object({ Path: Type.String(), Size: Type.Integer(), Checksum: Type.String() })),
});

/** Without these, a start would find a database that it can't use. */
const needed = ['PG_VERSION', 'global/pg_control', basename(passwordFileIn(''))];

/** Compares every file of an unpacked cluster with PostgreSQL's manifest. */
export async function checkFiles(cluster: string, manifestFile: string): Promise<void> {
  const files = await filesIn(manifestFile);
  const missing = needed.find((name) => !files.some(({ Path: path }) => path === name));
  if (missing)
    throw new CommandFailed(`The backup is incomplete: ${missing} is missing. Use another backup.`);
  for (const { Path: path, Size: size, Checksum: checksum } of files) {
    const file = join(cluster, path);
    const found = await stat(file).catch(() => null);
    if (found?.size !== size || (await sha256Of(file)) !== checksum) {
      throw new CommandFailed(
        `The backup is damaged: ${path} is not what PostgreSQL wrote. Use another backup.`,
      );
    }
  }
}

async function filesIn(manifestFile: string): Promise<Static<typeof Manifest>['Files']> {
  try {
    const read: unknown = JSON.parse(await readFile(manifestFile, 'utf8'));
    if (Check(Manifest, read)) return read.Files;
  } catch {
    // Reported below.
  }
  throw new CommandFailed(
    "The backup is damaged: PostgreSQL's list of its files is missing or unreadable. Use another backup.",
  );
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
