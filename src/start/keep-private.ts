import { chmod, stat } from 'node:fs/promises';

const writableByOthers = 0o022;
const readableByAll = 0o004;

/**
 * Leaves a file of secrets to its owner if everyone can read it or others can write it. A read-only mount can't be changed:
 * there, only a file that others can write is refused.
 */
export async function keepPrivate(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const { mode } = await stat(file);
  if ((mode & (writableByOthers | readableByAll)) === 0) return;
  try {
    await chmod(file, 0o600);
  } catch (cause) {
    if ((mode & writableByOthers) === 0) return;
    const message = `Other users of this machine can write ${file}. Let only its owner write it (chmod 600), then start again.`;
    throw new Error(message, { cause });
  }
}
