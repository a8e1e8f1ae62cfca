import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isGone } from '#platform/database/embedded/cluster.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';

/** A restore mixes with nothing. Only what an interrupted one left in `postgresql` is no hindrance. */
export async function refuseOccupied(dataDir: string): Promise<void> {
  const names = await namesIn(dataDir);
  const inHome = names.includes('postgresql') ? await namesIn(join(dataDir, 'postgresql')) : [];
  const isLeftover = (name: string) => {
    if (name.startsWith('binaries-')) return true;
    const pid = /^restored\.(\d+)\.unfinished$/.exec(name)?.[1];
    return pid !== undefined && isGone(Number(pid));
  };
  const others = [
    ...names.filter((name) => name !== 'postgresql'),
    ...inHome.filter((name) => !isLeftover(name)),
  ];
  if (others.length === 0) {
    for (const name of inHome) await rm(join(dataDir, 'postgresql', name), { recursive: true, force: true });
    return;
  }
  throw new CommandFailed(
    `DATA_DIR is ${dataDir}, which is not empty (${others.slice(0, 3).join(', ')}). ` +
      'Stop the service and move that folder away, or set DATA_DIR to an empty one.',
  );
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandFailed(`${folder} can't be read (${error.code}).`);
  });
}
