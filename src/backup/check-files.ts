import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { passwordFileIn } from '#platform/database/embedded/cluster-paths.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';

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
    // Told below.
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
