/** `node scripts/build-python-client.ts FOLDER TIME`: builds the wheel and the source archive of the Python client. They depend only on the files and the time. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A fixed version, so that the same commit gives the same bytes. */
const builder = 'flit_core==4.1.0';

const [target = '.', builtAt = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'contactry-python-'));
try {
  const run = (program: string, words: string[], cwd = folder) =>
    execFileSync(program, words, {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(Date.parse(builtAt) / 1000) },
    });
  run('python3', ['-m', 'venv', 'venv']);
  const python = join(folder, 'venv/bin/python');
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', builder]);
  const source = join(folder, 'source');
  cpSync(join(import.meta.dirname, '../clients/python'), source, { recursive: true });
  const build = `import sys
from flit_core.buildapi import build_sdist, build_wheel
build_wheel(sys.argv[1])
build_sdist(sys.argv[1])`;
  run(python, ['-c', build, resolve(target)], source);
} finally {
  rmSync(folder, { recursive: true });
}
