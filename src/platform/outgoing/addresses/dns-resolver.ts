import { Resolver } from 'node:dns/promises';

/**
 * The part of `dns.promises.Resolver` that outgoing work uses; tests hand in their own. It asks the name servers
 * and nothing else: no hosts file, no search suffixes, so a bare name can't turn into an inside one.
 */
export interface DnsResolver {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
}

/** Two tries of 1.5 s each; unlike `dns.lookup` it takes no thread of the pool while a slow server is waited for. */
export const openResolver = (): DnsResolver => new Resolver({ timeout: 1500, tries: 2 });

/** A c-ares code, such as `ENOTFOUND` for NXDOMAIN and `ENODATA` for a name without that record. */
export const dnsCode = (error: unknown): string =>
  String((error as { code?: unknown } | null)?.code ?? 'unknown');

/** Every A and AAAA address of a name. Fails with the resolver's error when neither kind has one. */
export async function resolveAddresses(resolver: DnsResolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;

  const failed = answers.find((answer) => answer.status === 'rejected');
  throw failed?.reason ?? Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' });
}
