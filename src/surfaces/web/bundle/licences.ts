import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';

const project = join(import.meta.dirname, '../../../..');
const line = '-'.repeat(80);

/** The folders of the packages that have a part in the built files, such as `node_modules/preact`. */
export function packagesIn({ outputs }: Metafile): string[] {
  const folders = Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** Contactry's licence, then those of the packages. Nearly all require their text wherever the code, font or picture goes. */
export function licencesOf(packages: readonly string[]): string {
  return ['.', ...packages].map((folder) => licenceIn(resolve(project, folder))).join(`\n${line}\n\n`);
}

function licenceIn(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice|ofl)/i.test(file));
  if (files.length === 0)
    throw new Error(
      `${name} ${version} has no licence file, so its licence can't be passed on. Use another package.`,
    );
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${[`${name} ${version} (${license})`, ...texts].join('\n\n')}\n`;
}
