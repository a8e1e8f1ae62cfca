import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#core/context.ts';
import { type ReadSettings, SettingsInForce } from './settings-in-force.ts';
import type { ChangedSettings } from './shapes.ts';
import type { Changes } from './sql.ts';

interface Wanted {
  reason: string;
  /** The version that the operator read. */
  expected: number | undefined;
  change(current: ReadSettings): Changes;
}

/** Makes a new version. After the commit the new values come into force, and the work that follows from them is enqueued. */
export async function putInForce(
  ctx: Pick<Context<'version_conflict'>, 'db' | 'ports' | 'actor' | 'enqueue' | 'afterCommit' | 'fail'>,
  { reason, expected, change }: Wanted,
): Promise<ChangedSettings> {
  const settings = ctx.ports.use(SettingsInForce);
  const made = await settings.change(ctx.db, {
    change(current) {
      if (expected !== undefined && current.version !== expected)
        return ctx.fail('version_conflict', { members: { current_version: current.version } });
      return change(current);
    },
    reason,
    actor: ctx.actor,
  });
  for (const name of made.changed) {
    const job = settings.definitions[name]?.afterChange;
    if (job) ctx.enqueue(job, {});
  }
  ctx.afterCommit(() => settings.apply(made));
  const [was, is] = [made.before, made.after] as unknown as [Changes, Changes];
  return {
    version: made.version,
    changed: made.changed
      .filter((name) => !isDeepStrictEqual(was[name], is[name]))
      .map((name) => ({ name, before: was[name], after: is[name] })),
  };
}

/** The same for the audit log. */
export const changedInAudit = ({ version, changed }: ChangedSettings) => ({
  version,
  before: Object.fromEntries(changed.map(({ name, before }) => [name, before])),
  after: Object.fromEntries(changed.map(({ name, after }) => [name, after])),
});
