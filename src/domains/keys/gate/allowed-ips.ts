import { type AddressRange, addressOf, cidrOf, isInside, readRange } from '#values/ip-addresses/index.ts';

const allowedIpsMax = 100;

export type AllowedIps = { ok: true; cidrs: string[] } | { ok: false; why: string };

/**
 * Reads a comma-separated list of addresses and CIDRs into networks: host bits are cleared, IPv4-mapped IPv6 becomes
 * IPv4, repeats are dropped. An empty text allows every address; one of commas alone is a slip and not taken for it.
 */
export function readAllowedIps(text: string): AllowedIps {
  const isEmpty = text.trim() === '';
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0 && !isEmpty) {
    return {
      ok: false,
      why: 'Name at least one address or CIDR, or leave the text empty to allow every address',
    };
  }
  if (entries.length > allowedIpsMax) {
    return { ok: false, why: `At most ${allowedIpsMax} addresses or CIDRs are taken` };
  }
  const cidrs = new Set<string>();
  for (const entry of entries) {
    const range = readRange(entry);
    if (!range) return { ok: false, why: `'${entry.slice(0, 60)}' is neither an IP address nor a CIDR` };
    cidrs.add(cidrOf(range));
  }
  return { ok: true, cidrs: [...cidrs] };
}

/** Of what the database keeps. */
export const rangesOf = (cidrs: readonly string[]): AddressRange[] => cidrs.map((cidr) => readRange(cidr)!);

/** Whether a request from this address may use a key that is restricted to `ranges`; an empty list allows all. */
export function isAllowed(ranges: readonly AddressRange[], address: string): boolean {
  if (ranges.length === 0) return true;
  const caller = addressOf(address);
  return caller !== null && ranges.some((range) => isInside(caller, range));
}
