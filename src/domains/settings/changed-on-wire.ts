import { isDeepStrictEqual } from 'node:util';
import type { SettingsChanged } from './settings-in-force.ts';
import type { ChangedSettings } from './shapes.ts';
import type { Changes } from './sql.ts';

/** The answer to a change. Names only the settings whose value differs. */
export function changedOnWire({ version, changed, before, after }: SettingsChanged): ChangedSettings {
  const [was, is] = [before, after] as unknown as [Changes, Changes];
  return {
    version,
    changed: changed
      .filter((name) => !isDeepStrictEqual(was[name], is[name]))
      .map((name) => ({ name, before: was[name], after: is[name] })),
  };
}

/** The same for the audit trail. */
export const changedInAudit = ({ version, changed }: ChangedSettings) => ({
  version,
  before: Object.fromEntries(changed.map(({ name, before }) => [name, before])),
  after: Object.fromEntries(changed.map(({ name, after }) => [name, after])),
});
