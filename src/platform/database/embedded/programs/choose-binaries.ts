import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ownAccount } from '../placement/account.ts';
import { type Binaries, installedBinaries, probe, program } from './binaries.ts';

/** Where packages of distributions, Homebrew and installers put a major version. */
const usualFolders = (major: string): string[] => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
  `/usr/libexec/postgresql${major}`,
  `/opt/homebrew/opt/postgresql@${major}/bin`,
  `/usr/local/opt/postgresql@${major}/bin`,
  `/Library/PostgreSQL/${major}/bin`,
];

export interface BinariesWanted {
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
