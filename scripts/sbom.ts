import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import packageLock from '../package-lock.json' with { type: 'json' };
import { readByHand } from './check-licences.ts';
import type { Lock } from './check-lock.ts';

interface Component {
  name: string;
  version: string;
  licenses?: { license: { id: string } }[];
}

export interface Sbom {
  serialNumber: string;
  metadata: { timestamp: string; component: Component };
  components: Component[];
}

/**
 * The packages of an installation, on every platform, as CycloneDX 1.5. The same commit and npm give the same bytes.
 * `npm sbom --omit dev` leaves out packages that development needs as well, so npm gets a project without development.
 */
export function sbom(committedAt: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'contactry-sbom-'));
  try {
    // npm names the component after its folder.
    const project = join(folder, packageJson.name);
    mkdirSync(project);
    cpSync(join(import.meta.dirname, '../.npmrc'), join(project, '.npmrc'));
    const { devDependencies: _, ...own } = packageJson;
    const { devDependencies: __, ...root } = packageLock.packages[''];
    const packages = Object.entries(packageLock.packages as Lock).filter(([path, { dev }]) => path && !dev);
    const lock = { ...packageLock, packages: { '': root, ...Object.fromEntries(packages) } };
    writeFileSync(join(project, 'package.json'), JSON.stringify(own));
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
    const wanted = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
    return reproducible(
      execFileSync('npm', ['sbom', ...wanted], { cwd: project, encoding: 'utf8' }),
      committedAt,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** npm writes the time of day and a random number. */
function reproducible(text: string, committedAt: string): string {
  const document: Sbom = JSON.parse(text);
  document.metadata.timestamp = committedAt;
  for (const component of document.components) {
    const id = readByHand[`${component.name}@${component.version}`];
    if (id) component.licenses = [{ license: { id } }];
  }
  document.serialNumber = '';
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(hash('sha256', JSON.stringify(document)))!;
  document.serialNumber = `urn:uuid:${parts.join('-')}`;
  return `${JSON.stringify(document, null, 2)}\n`;
}
