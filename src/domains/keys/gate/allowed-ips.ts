import { failField } from '#core/failure.ts';
import { type AddressRange, addressOf, cidrOf, isInside, readRange } from '#values/ip-addresses/index.ts';

const allowedIpsMax = 100;
const wrongNamedMax = 5;

export type AllowedIps = { ok: true; cidrs: string[] } | { ok: false; why: string };

/**
 * Parses a comma-separated list of addresses and CIDRs. Clears host bits, maps IPv4-mapped IPv6 to IPv4 and drops repeats.
 * An empty text allows every address. One that has only commas is an error, since it would do the same by accident.
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
      why: 'Give at least one address or range, or an empty text to allow every address',
    };
  }
  if (entries.length > allowedIpsMax) {
    return { ok: false, why: `Give at most ${allowedIpsMax} addresses or ranges` };
  }
  const ranges = entries.map(readRange);
  const wrong = entries.filter((_, at) => !ranges[at]);
  if (wrong.length > 0) return { ok: false, why: `${named(wrong)} such as 192.0.2.0/24` };
  return { ok: true, cidrs: [...new Set(ranges.map((range) => cidrOf(range!)))] };
}

/** All of them, so that a person corrects them at once. */
function named(entries: readonly string[]): string {
  const names = entries.slice(0, wrongNamedMax).map((entry) => `'${entry.slice(0, 60)}'`);
  if (names.length < entries.length) names.push(`${entries.length - names.length} more`);
  return names.length === 1
    ? `${names[0]} is neither an IP address nor a range`
    : `${new Intl.ListFormat('en').format(names)} are neither IP addresses nor ranges`;
}

/** Parses a body's `allowed_ips`. Fails with 422 when an entry is neither an address nor a CIDR. */
export function cidrsOrFail(allowedIps: string): string[] {
  const read = readAllowedIps(allowedIps);
  return read.ok ? read.cidrs : failField(['allowed_ips'], read.why);
}

/** Expects CIDRs as the database stores them. */
export const rangesOf = (cidrs: readonly string[]): AddressRange[] => cidrs.map((cidr) => readRange(cidr)!);

/** Whether a key restricted to `ranges` may be used from this address. An empty list allows every address. */
export function isAllowed(ranges: readonly AddressRange[], address: string): boolean {
  if (ranges.length === 0) return true;
  const caller = addressOf(address);
  return caller !== null && ranges.some((range) => isInside(caller, range));
}
