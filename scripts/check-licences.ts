// Part of `npm run check:static`: every dependency, fonts and icons included, has a licence that this project may use.
import satisfies from 'spdx-satisfies';
import packageLock from '../package-lock.json' with { type: 'json' };
import type { Lock } from './check-lock.ts';

/** SPDX identifiers. Those with a copyleft, such as MPL-2.0, are limited to the files of the package, which stay as published. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Zlib',
];

/** Allowed where nothing of the package is distributed. */
const allowedInDevelopment = [...allowed, 'BlueOak-1.0.0', 'CC-BY-3.0', 'PSF-2.0'];

/** Packages whose package.json names no licence, with the one that their LICENSE file has. A new version is read again. */
export const readByHand: Readonly<Record<string, string>> = {
  'png-js@2.0.0': 'MIT',
};

/** One sentence for each package whose licence is not allowed. */
export function licenceFaults(lock: Lock): string[] {
  return Object.entries(lock).flatMap(([path, { version, license, dev, link }]) => {
    const name = path.split('node_modules/').at(-1)!;
    const found = license ?? readByHand[`${name}@${version}`];
    if (!name || link || (found && isAllowed(found, dev))) return [];
    return [
      `${name} ${version} ${found ? `has the licence ${found}, which is not on the list` : 'names no licence'}.`,
    ];
  });
}

function isAllowed(expression: string, dev = false): boolean {
  try {
    return satisfies(expression, dev ? allowedInDevelopment : allowed);
  } catch {
    // Not an SPDX expression, such as 'SEE LICENSE IN …'.
    return false;
  }
}

if (import.meta.main) {
  const faults = licenceFaults(packageLock.packages);
  if (faults.length > 0) {
    const remedy =
      'Use another package. If you have read the licence and it fits, add it to scripts/check-licences.ts.';
    console.error(['These licences are not allowed:', ...faults, remedy].join('\n'));
    process.exitCode = 1;
  }
}
