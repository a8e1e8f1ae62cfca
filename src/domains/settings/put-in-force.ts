import type { Context } from '#core/context.ts';
import { type SettingsChanged, SettingsInForce } from './settings-in-force.ts';

/** After the commit: the new values, and the work that follows from them. */
export function putInForce(
  ctx: Pick<Context, 'ports' | 'enqueue' | 'afterCommit'>,
  changed: SettingsChanged,
): void {
  const settings = ctx.ports.use(SettingsInForce);
  for (const name of changed.changed) {
    const job = settings.definitions[name]?.afterChange;
    if (job) ctx.enqueue(job, {});
  }
  ctx.afterCommit(() => settings.apply(changed));
}
