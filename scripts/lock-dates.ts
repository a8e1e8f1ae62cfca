/**
 * Part of `npm run check:static`: a version is locked once it has been public for seven days. Most malicious versions are found
 * within that time. `npm run lock:dates` asks the registry when new versions were published, and keeps the days in lock-dates.json.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageLock from '../package-lock.json' with { type: 'json' };
import type { Lock } from './check-lock.ts';
import lockDates from './lock-dates.json' with { type: 'json' };

/** By `name@version`: the day on which it was published. A reason after the day lets it in early. */
export type Dates = Readonly<Record<string, string>>;

const cooldownDays = 7;

export const lockedVersions = (lock: Lock): string[] =>
  [
    ...new Set(
      Object.entries(lock)
        .filter(([path, { link }]) => path.includes('node_modules/') && !link)
        .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`),
    ),
  ].sort();

/** Sentences on versions that have no day, or were published less than seven days ago. */
export function ageFaults(lock: Lock, dates: Dates, now = new Date()): string[] {
  return lockedVersions(lock).flatMap((version) => {
    const [, day, reason] = /^(\d{4}-\d{2}-\d{2})(: .+)?$/.exec(dates[version] ?? '') ?? [];
    if (!day) return [`${version} has no day in scripts/lock-dates.json. Run \`npm run lock:dates\`.`];
    const publicFrom = new Date(day);
    publicFrom.setUTCDate(publicFrom.getUTCDate() + cooldownDays);
    return reason || publicFrom <= now
      ? []
      : [
          `${version} was published on ${day}. Lock it from ${publicFrom.toISOString().slice(0, 10)} on, or give the reason in scripts/lock-dates.json, such as "${day}: fixes GHSA-….".`,
        ];
  });
}

/** With the days of new versions, and without versions that are no longer locked. */
export function datesWith(lock: Lock, dates: Dates, publishedOn: (version: string) => string): Dates {
  return Object.fromEntries(
    lockedVersions(lock).map((version) => [version, dates[version] ?? publishedOn(version)]),
  );
}

function askRegistry(version: string): string {
  const times = execFileSync('npm', ['view', version, 'time', '--json'], { encoding: 'utf8' });
  return JSON.parse(times)[version.slice(version.lastIndexOf('@') + 1)].slice(0, 10);
}

if (import.meta.main) {
  const dates = datesWith(packageLock.packages, lockDates, askRegistry);
  writeFileSync(join(import.meta.dirname, 'lock-dates.json'), `${JSON.stringify(dates, null, 2)}\n`);
  const faults = ageFaults(packageLock.packages, dates);
  console.log(['scripts/lock-dates.json has every locked version.', ...faults].join('\n'));
}
