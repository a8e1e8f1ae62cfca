import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { allows } from '#core/machine/development.ts';
import { currentBundle } from '#surfaces/web/bundle/current-bundle.ts';

/**
 * Builds the pages before the first request, so that no request waits, unless they stay fresh. In a folder that only root may enter, because
 * after dropping root the bundler can't read them any more; then it waits for the build. Elsewhere the first request builds.
 */
export async function prepareWeb(config: Config, log: Log): Promise<void> {
  if (config.ROLE === 'worker') return;
  const isBlockedLater = import.meta.dirname.startsWith('/proc/');
  if (!isBlockedLater && allows(config, 'FRESH_PAGES')) return;
  const built = currentBundle().catch((error) => log.error({ error }, 'could not build the pages'));
  if (isBlockedLater) await built;
}
