import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';

/** PostgreSQL's manifest of a base backup. The log is not in it: its records have checksums of their own. */
interface Manifest {
  Files: { Path: string; Size: number; Checksum: string }[];
}

/** Compares every file of an unpacked cluster with PostgreSQL's manifest. */
export async function checkFiles(cluster: string, manifestFile: string): Promise<void> {
  const { Files: files } = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
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

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
