import { execFile, spawnSync } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inherited } from './inherited.ts';

const run = promisify(execFile);

/** Why packages of Python can't be installed here. Only on request, since `npm test` needs no network. */
export function withoutPypi(): string | null {
  if (!process.env.TEST_PYPI) return 'TEST_PYPI is not set.';
  const { status } = spawnSync('python3', [
    '-c',
    'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))',
  ]);
  return status === 0 ? null : 'There is no Python 3.11 with venv (package python3-venv).';
}

/** A new virtual environment with some packages. */
export interface VirtualEnvironment extends AsyncDisposable {
  /** A folder for files. */
  path: string;
  /** Runs Python in that folder, and returns its output. */
  python(words: readonly string[], environment?: Record<string, string>): Promise<string>;
}

export async function virtualEnvironment(...packages: string[]): Promise<VirtualEnvironment> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'contactry-python-'));
  const python = join(folder.path, 'venv/bin/python');
  await run('python3', ['-m', 'venv', join(folder.path, 'venv')]);
  // With the settings of pip for this machine, and its cache.
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  return {
    path: folder.path,
    async python(words, environment = {}) {
      const env = { ...inherited(), PYTHONDONTWRITEBYTECODE: '1', ...environment };
      const { stdout } = await run(python, words, { cwd: folder.path, env }).catch((error) => {
        throw new Error(`${error.message}\n${error.stdout}`);
      });
      return stdout;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
