import { Resolver } from 'node:dns/promises';

/**
 * The part of `dns.promises.Resolver` that we use; tests pass their own. It asks only name servers, without a hosts file or
 * search suffixes, so a bare name can't become an internal one.
 */
export interface DnsResolver {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
}

/** Two tries of 1.5 s each. Unlike `dns.lookup` it doesn't block a thread while waiting. Without `servers`, it asks the system's. */
export function openResolver(servers: readonly string[] = []): DnsResolver {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/** A c-ares code, for example `ENOTFOUND` for NXDOMAIN and `ENODATA` for a name without that record. */
export const dnsCode = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code ?? 'unknown');

/** All A and AAAA addresses of a name. Fails with the resolver's error if it has no address. */
export async function resolveAddresses(resolver: DnsResolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;

  const failed = answers.find((answer) => answer.status === 'rejected');
  throw failed?.reason ?? Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' });
}
