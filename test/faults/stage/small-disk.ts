import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsAsRoot } from '#platform/database/embedded/placement/account.ts';

/** A folder on a disk of its own that can be full. */
export interface SmallDisk extends AsyncDisposable {
  path: string;
  /** Null if only root may make such a disk. From then on, nothing can be written until there is room again. */
  fill: (() => Promise<void>) | null;
  makeRoom(): Promise<void>;
}

const mebibytes = 8_192;
/** A page or two still fit, so that the database notices in the middle of its work. */
const leftKibibytes = 512;

/** As root on Linux a file system in memory, whose size can be changed, else a plain folder. */
export async function openSmallDisk(): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), `contactry-faults-${process.pid}-`));
  const canMount = process.platform === 'linux' && runsAsRoot() && mount(path);
  if (!canMount) await mkdir(path, { recursive: true });
  await chmod(path, 0o711);
  // However this program ends.
  const unmount = () => execFileSync('umount', ['--lazy', path], { stdio: 'pipe' });
  if (canMount) process.once('exit', unmount);
  const resize = (size: string) =>
    execFileSync('mount', ['-o', `remount,size=${size}`, path], { stdio: 'pipe' });
  return {
    path,
    fill: canMount
      ? async () => {
          const { blocks, bfree, bsize } = await statfs(path);
          resize(`${Math.ceil(((blocks - bfree) * bsize) / 1024) + leftKibibytes}k`);
        }
      : null,
    async makeRoom() {
      if (canMount) resize(`${mebibytes}m`);
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', unmount);
      if (canMount) unmount();
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function mount(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path], { stdio: 'pipe' });
    return true;
  } catch {
    // A container's root may not mount.
    return false;
  }
}
