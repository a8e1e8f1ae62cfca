import { findChromium, withoutChromium } from '../chromium.ts';
import { onThePath } from '../on-the-path.ts';
import { withoutPypi } from '../python.ts';
import { testRedisUrl } from '../redis.ts';
import { debianPrograms } from '../two-servers.ts';

/** What the suffix of a test file can say, with why such a file can't run here: `customer.browser.test.ts`. */
const needs: Readonly<Record<string, () => string | null>> = {
  browser: () => (findChromium() ? null : withoutChromium),
  redis: () => (testRedisUrl() ? null : 'TEST_REDIS_URL is not set.'),
  pgbouncer: () => (onThePath('pgbouncer') ? null : 'There is no pgbouncer on the PATH.'),
  promtool: () => (onThePath('promtool') ? null : 'There is no promtool on the PATH (package prometheus).'),
  standby: () => (debianPrograms() ? null : 'There is no PostgreSQL of Debian (package postgresql).'),
  pypi: withoutPypi,
  // Nothing but time.
  slow: () => null,
};

const needOf = (file: string): string | undefined => /\.(\w+)\.test\.ts$/.exec(file)?.[1];

export const needsA = (need: string) => (file: string) => needOf(file) === need;

/** Splits files into those that can run here and those that can't, by reason. */
export function byNeeds(files: string[]): { able: string[]; unable: Map<string, string[]> } {
  const able: string[] = [];
  const unable = new Map<string, string[]>();
  for (const file of files) {
    const reason = reasonOf(file);
    if (reason === null) able.push(file);
    else unable.set(reason, [...(unable.get(reason) ?? []), file]);
  }
  return { able, unable };
}

function reasonOf(file: string): string | null {
  const need = needOf(file);
  if (need === undefined) return null;
  const reason = needs[need];
  if (!reason) throw new Error(`${file}: .${need}.test.ts is none of .${Object.keys(needs).join(', .')}`);
  return reason();
}
