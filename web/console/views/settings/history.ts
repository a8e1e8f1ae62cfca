import { api } from '#web/shared/answers/api.ts';
import type { Difference, Platform, Values, Version } from './types.ts';

/** The changes of a version. */
export const changesOf = ({ changes, before }: Version): Difference[] =>
  Object.entries(changes).map(([name, after]) => ({ name, before: (before as Values)[name], after }));

/** The changes needed to restore an earlier version. */
export async function wayBack(
  { settings, history, version: inForce }: Platform,
  version: number,
): Promise<Difference[]> {
  const since = history.some((one) => one.version <= version + 1)
    ? history
    : (await api.call('GET /api/v1/admin/platform', { query: { limit: Math.min(1000, inForce - version) } }))
        .history;
  const then = new Map<string, unknown>();
  for (const one of since.filter((change) => change.version > version)) {
    for (const [name, value] of Object.entries(one.before)) then.set(name, value);
  }
  return settings
    .filter(({ name, value }) => then.has(name) && JSON.stringify(then.get(name)) !== JSON.stringify(value))
    .map(({ name, value }) => ({ name, before: value, after: then.get(name) }));
}
