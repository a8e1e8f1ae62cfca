import type { DnsResolver } from '#platform/outgoing/addresses/dns-resolver.ts';

export interface Zone {
  a?: string[];
  aaaa?: string[];
  mx?: { exchange: string; priority: number }[];
  /** The code that every query for this name fails with, for example `ESERVFAIL`. */
  fails?: string;
}

interface StandInDns extends DnsResolver {
  /** All queries so far, for example `MX example.com`. */
  asked: string[];
  zones: Record<string, Zone>;
}

/** A resolver for tests. Names without a zone don't exist; records that a zone lacks are ENODATA. */
export function openStandInDns(zones: Record<string, Zone>): StandInDns {
  const asked: string[] = [];

  async function answer<Kind extends 'a' | 'aaaa' | 'mx'>(
    kind: Kind,
    name: string,
  ): Promise<NonNullable<Zone[Kind]>> {
    asked.push(`${kind.toUpperCase()} ${name}`);
    const zone = zones[name];
    const records = zone?.[kind];
    if (zone && !zone.fails && records) return records;

    const code = zone ? (zone.fails ?? 'ENODATA') : 'ENOTFOUND';
    throw Object.assign(new Error(`${kind} ${name}: ${code}`), { code });
  }

  return {
    asked,
    zones,
    resolve4: (name) => answer('a', name),
    resolve6: (name) => answer('aaaa', name),
    resolveMx: (name) => answer('mx', name),
  };
}
