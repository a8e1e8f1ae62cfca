import type { Ports } from '#core/context.ts';
import type { ChangeFeed, Domain, Platform } from '#core/domain.ts';

/** Opens the domains in order. Disposing of `stack` closes them in reverse order. */
export async function openDomains(
  domains: readonly Domain[],
  platform: Platform,
  stack: AsyncDisposableStack,
): Promise<ChangeFeed[]> {
  const feeds: ChangeFeed[] = [];
  for (const { id, open } of domains) {
    if (!open) continue;
    const { ports, feed, close } = await open(platform);
    stack.defer(async () => void (await close?.()));
    if (feed) feeds.push(feed);
    addPorts(platform.ports, ports, id);
  }
  return feeds;
}

function addPorts(ports: Ports, added: Partial<Ports>, id: string): void {
  const twin = Object.keys(added).find((name) => name in ports);
  if (twin)
    throw new Error(`the domain ${id} opens the port ${twin}, which another domain has already opened`);
  Object.assign(ports, added);
}
