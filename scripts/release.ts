/**
 * `npm run release`: releases the checked-out commit as the version in package.json. Checks it, runs all tests, tags it, and builds the
 * archives into dist/release. With `--freeze` it only adds the new migrations to migrations/frozen.json and
 * writes the dump of the release, which are committed before. With `--archives` it only builds the archives of a tagged commit, as
 * .github/workflows/release.yml does.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dumpedReleases } from '#test/upgrades/dumps.ts';
import packageJson from '../package.json' with { type: 'json' };
import { packFolder } from './pack-folder.ts';
import { type AuditFinding, advisoryFinding, signatureFinding } from './package-audit.ts';
import {
  contractFaults,
  type Frozen,
  filesOfMigrations,
  frozenWith,
  migrationFaults,
  oldestReleases,
  releaseFaults,
} from './release-faults.ts';
import { sbom } from './sbom.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist/release');
const frozenFile = join(root, 'migrations/frozen.json');
const { version } = packageJson;
const tag = `v${version}`;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim();
const readFrozen = (): Frozen => JSON.parse(readFileSync(frozenFile, 'utf8'));

/** Shows what the command prints. Ends this process if it fails. */
function must(command: string, args: string[], cwd = root): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) refuse([`\`${[command, ...args].join(' ')}\` failed.`]);
}

function refuse(faults: readonly string[]): never {
  console.error(['This commit can’t be released:', ...faults.map((fault) => `- ${fault}`)].join('\n'));
  process.exit(1);
}

function audit(findingIn: (output: string) => AuditFinding, ...args: string[]): void {
  const { stdout } = spawnSync('npm', ['audit', ...args, '--json'], { cwd: root, encoding: 'utf8' });
  const finding = findingIn(stdout);
  if ('fault' in finding) refuse([finding.fault]);
  console.log(finding.note);
}

function auditPackages(): void {
  audit(signatureFinding, 'signatures');
  audit(advisoryFinding, '--omit=dev');
}

async function freeze(): Promise<void> {
  const files = await filesOfMigrations(root);
  const faults = [
    ...migrationFaults(readFrozen(), files),
    ...contractFaults(readFrozen(), await oldestReleases(root)),
  ];
  if (faults.length > 0) refuse(faults);
  const frozen = frozenWith(readFrozen(), files, version);
  writeFileSync(frozenFile, `${JSON.stringify(frozen, null, 2)}\n`);
  must('node', ['scripts/write-dump.ts']);
  console.log(
    `migrations/frozen.json has all migrations, and test/upgrades the dump. Commit both, then run \`npm run release\`.`,
  );
}

async function release(): Promise<void> {
  const faults = [
    ...releaseFaults({
      version,
      changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
      changes: git('status', '--porcelain'),
      tags: git('tag', '--list').split('\n'),
      dumps: dumpedReleases(),
    }),
    ...migrationFaults(readFrozen(), await filesOfMigrations(root), { isReleased: true }),
  ];
  if (faults.length > 0) refuse(faults);
  auditPackages();
  must('npm', ['run', '--silent', 'check:static']);
  must('npm', ['test']);
  await buildArchives();
  must('git', ['tag', '--annotate', tag, '--message', `Contactry ${version}`]);
  console.log(`Tagged ${tag}. Publish with \`git push origin ${tag}\`.`);
}

async function archivesOfTag(): Promise<void> {
  const isTagged = git('tag', '--points-at', 'HEAD').split('\n').includes(tag);
  if (!isTagged) refuse([`package.json says ${version}, but the commit has no tag ${tag}.`]);
  if (git('status', '--porcelain') !== '') refuse(['There are changes without a commit.']);
  auditPackages();
  await buildArchives();
}

async function buildArchives(): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const archiveOf = (part: string) => join(target, `contactry-${part}-${version}.tar.gz`);
  must('git', ['archive', `--prefix=contactry-${version}/`, `--output=${archiveOf('service')}`, 'HEAD']);
  must('npm', ['run', '--silent', 'build:client']);
  must('npm', ['pack', '--silent', '--pack-destination', target, './clients/typescript']);
  must('npm', ['run', '--silent', 'build:extension']);
  const committedAt = new Date(git('log', '-1', '--format=%cI'));
  must('node', ['scripts/build-python-client.ts', target, committedAt.toISOString()]);
  writeFileSync(archiveOf('extension'), await packFolder(join(root, 'extension/dist'), committedAt));
  writeFileSync(join(target, `contactry-service-${version}.cdx.json`), sbom(committedAt.toISOString()));
  const files = readdirSync(target).sort();
  writeFileSync(
    join(target, 'SHA256SUMS'),
    files.map((name) => `${sha256Of(join(target, name))}  ${name}\n`).join(''),
  );
  console.log('The archives and their SHA-256 are in dist/release.');
}

const sha256Of = (file: string): string => hash('sha256', readFileSync(file));

if (process.argv.includes('--freeze')) await freeze();
else if (process.argv.includes('--archives')) await archivesOfTag();
else await release();
