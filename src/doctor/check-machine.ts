import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#core/environment.ts';
import { chooseBinaries } from '#platform/database/embedded/programs/binaries.ts';
import { bytesText } from '#surfaces/cli/words.ts';
import { type Finding, fault, ok, skipped, warning } from './finding.ts';

const nodeMajorMin = 26;
const freeBytesMin = 200e6;
const freeBytesGood = 2e9;

export function checkNode(version = process.versions.node): Finding {
  if (Number.parseInt(version, 10) >= nodeMajorMin) return ok('node', `Node.js ${version}.`);
  const says = `Node.js ${version} is older than ${nodeMajorMin}.`;
  return fault('node', says, 'Run "npm ci": the project brings its own Node.js.');
}

export async function checkBinaries({
  DATABASE_URL: databaseUrl,
  POSTGRES_BIN: postgresBin,
}: Config): Promise<Finding> {
  if (databaseUrl) return skipped('binaries', 'DATABASE_URL is set, so the embedded PostgreSQL is not used.');
  const { packageVersion, bin } = await chooseBinaries({ postgresBin });
  return bin
    ? ok('binaries', `The embedded database uses the PostgreSQL of ${bin}.`)
    : ok('binaries', `The embedded PostgreSQL ${packageVersion} is installed.`);
}

/** The folder of the data: whether it is there, writable, closed to others, and has room. */
export async function checkDataDir({ DATA_DIR: folder }: Config): Promise<Finding | Finding[]> {
  const found = await stat(folder).catch(() => null);
  if (found === null)
    return ok('disk', `DATA_DIR is ${folder}. It does not exist yet; the first start creates it.`);
  if (!found.isDirectory())
    return fault('disk', `DATA_DIR is ${folder}, which is a file.`, 'Set DATA_DIR to a folder.');
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  const findings: Finding[] = [];
  if (!isWritable) {
    const remedy =
      'Run the command as the user who runs the service, or make that user the owner of the folder.';
    findings.push(fault('disk', `DATA_DIR is ${folder}, where this user may not write.`, remedy));
  }
  if (found.mode & 0o002)
    findings.push(fault('disk', `Every user may write into ${folder}.`, `Run: chmod o-w ${folder}`));
  return [...findings, await room(folder)];
}

async function room(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${bytesText(free)} are free on the disk of ${folder}.`;
  const remedy =
    'Free some space, or move DATA_DIR to a larger disk. PostgreSQL stops when the disk is full.';
  if (free < freeBytesMin) return fault('disk', says, remedy);
  return free < freeBytesGood ? warning('disk', says, remedy) : ok('disk', says);
}

/** Files with secrets must be closed to others. */
export async function checkSecretFiles(
  { DATA_DIR: folder }: Config,
  envFile: string,
): Promise<Finding | Finding[]> {
  if (process.platform === 'win32') return [];
  const findings: Finding[] = [];
  for (const file of [join(folder, 'secrets.json'), envFile]) {
    const found = await stat(file).catch(() => null);
    if (found === null) continue;
    const everyUser = 'Every user of this machine can';
    if ((found.mode & 0o007) === 0) findings.push(ok('secrets', `${file} is closed to others.`));
    else if (file !== envFile)
      findings.push(fault('secrets', `${everyUser} open ${file}.`, `Run: chmod 600 ${file}`));
    else
      findings.push(
        warning('secrets', `${everyUser} read ${file}.`, `If it holds secrets, run: chmod 600 ${file}`),
      );
  }
  return findings.length > 0
    ? findings
    : ok('secrets', 'No file with secrets exists yet; the first start creates it.');
}
