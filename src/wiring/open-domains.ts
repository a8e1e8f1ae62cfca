import type { ChangeFeed, Domain, Platform } from '#core/domain.ts';
import type { OpenPorts } from '#core/ports.ts';

/** Opens the domains in order. Disposing of `stack` closes them in reverse order. */
export async function openDomains(
  domains: readonly Domain[],
  platform: Platform & { ports: OpenPorts },
  stack: AsyncDisposableStack,
): Promise<ChangeFeed[]> {
  const feeds: ChangeFeed[] = [];
  for (const { open } of domains) {
    if (!open) continue;
    const { ports, feed, close } = await open(platform);
    stack.defer(async () => void (await close?.()));
    if (feed) feeds.push(feed);
    for (const opened of ports ?? []) platform.ports.open(opened);
  }
  return feeds;
}
