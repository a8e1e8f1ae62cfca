import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesText } from '#core/amounts.ts';
import type { Config } from '#core/environment.ts';
import { type Finding, fault, ok, roomFinding, skipped, warning } from '#core/parts/health.ts';
import { chooseBinaries } from '#platform/database/embedded/programs/binaries.ts';

const nodeMajorMin = 26;

export function checkNode(version = process.versions.node): Finding[] {
  return Number.parseInt(version, 10) >= nodeMajorMin
    ? [ok('node', `Node.js ${version}.`)]
    : [
        fault(
          'node',
          `Node.js ${version} is older than ${nodeMajorMin}.`,
          'Run "npm ci": the project brings its own Node.js.',
        ),
      ];
}

export async function checkBinaries({
  DATABASE_URL: databaseUrl,
  POSTGRES_BIN: postgresBin,
}: Config): Promise<Finding[]> {
  if (databaseUrl)
    return [skipped('binaries', 'DATABASE_URL is set, so the embedded PostgreSQL is not used.')];
  const { packageVersion, bin } = await chooseBinaries({ postgresBin });
  return [
    ok(
      'binaries',
      bin
        ? `The embedded database uses the PostgreSQL of ${bin}.`
        : `The embedded PostgreSQL ${packageVersion} is installed.`,
    ),
  ];
}

/** The folder of the data: whether it is there, writable, closed to others, and has room. */
export async function checkDataDir({ DATA_DIR: folder }: Config): Promise<Finding[]> {
  const found = await stat(folder).catch(() => null);
  if (found === null)
    return [ok('disk', `DATA_DIR is ${folder}. It does not exist yet; the first start creates it.`)];
  const findings: Finding[] = [];
  if (!found.isDirectory()) {
    return [fault('disk', `DATA_DIR is ${folder}, which is a file.`, 'Set DATA_DIR to a folder.')];
  }
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) {
    findings.push(
      fault(
        'disk',
        `DATA_DIR is ${folder}, where this user may not write.`,
        'Run the command as the user who runs the service, or make that user the owner of the folder.',
      ),
    );
  }
  if (found.mode & 0o002) {
    findings.push(fault('disk', `Every user may write into ${folder}.`, `Run: chmod o-w ${folder}`));
  }
  return [...findings, await room(folder)];
}

async function room(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return roomFinding(free, `${bytesText(free)} are free on the disk of ${folder}.`);
}

/** Files with secrets must be closed to others. */
export async function checkSecretFiles({ DATA_DIR: folder }: Config, envFile: string): Promise<Finding[]> {
  if (process.platform === 'win32') return [];
  const findings: Finding[] = [];
  for (const file of [join(folder, 'secrets.json'), envFile]) {
    const found = await stat(file).catch(() => null);
    if (found === null) continue;
    const isOpen = (found.mode & 0o007) !== 0;
    if (isOpen && file === envFile) {
      findings.push(
        warning(
          'secrets',
          `Every user of this machine can read ${file}.`,
          `If it holds secrets, run: chmod 600 ${file}`,
        ),
      );
    } else if (isOpen)
      findings.push(
        fault('secrets', `Every user of this machine can open ${file}.`, `Run: chmod 600 ${file}`),
      );
    else findings.push(ok('secrets', `${file} is closed to others.`));
  }
  return findings.length > 0
    ? findings
    : [ok('secrets', 'No file with secrets exists yet; the first start creates it.')];
}
