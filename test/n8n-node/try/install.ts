import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../../clients/n8n/package.json' with { type: 'json' };

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** Tried with this one. A newer one should do as well. */
const n8nVersion = '2.41.1';

/** Installs n8n and its linter below a folder, unless they are there. No package's scripts run: n8n gets a PostgreSQL, which needs no compiler. */
export async function installN8n(folder: string, say: (text: string) => void): Promise<void> {
  const parts = {
    n8n: [`n8n@${n8nVersion}`],
    lint: ['n8n-workflow', ...Object.entries(packageJson.devDependencies).map((pair) => pair.join('@'))],
  };
  for (const [part, packages] of Object.entries(parts)) {
    const target = join(folder, part);
    if (existsSync(join(target, 'node_modules/.package-lock.json'))) continue;
    say(`Installing ${packages.join(', ')}, some minutes …`);
    await mkdir(target, { recursive: true });
    await writeFile(join(target, 'package.json'), '{"private":true}');
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    await run('npm', ['install', ...options, ...packages], { cwd: target });
  }
}

/** Lints, builds and packs the nodes with n8n's own tool, and puts the packed files where n8n finds its own packages. */
export async function installNodes(folder: string, say: (text: string) => void): Promise<string> {
  const source = join(folder, 'source');
  await rm(source, { recursive: true, force: true });
  await cp(join(root, 'clients/n8n'), source, { recursive: true });
  await cp(join(root, 'LICENSE'), join(source, 'LICENSE'));
  await symlink(join(folder, 'lint/node_modules'), join(source, 'node_modules'));
  for (const command of ['lint', 'build']) {
    const tool = join(source, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
    await run(process.execPath, [tool, command], { cwd: source }).catch(({ stdout, stderr }) => {
      throw new Error(`n8n-node ${command} failed:\n${stdout}${stderr}`);
    });
    say(`n8n-node ${command} passes.`);
  }
  const { stdout } = await run('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: source });
  await run('tar', ['-xzf', stdout.trim()], { cwd: source });
  const target = join(folder, 'n8n/node_modules', packageJson.name);
  await rm(target, { recursive: true, force: true });
  await rename(join(source, 'package'), target);
  return target;
}
