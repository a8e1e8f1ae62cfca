import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { plainIpAddress } from '#values/ip-addresses/index.ts';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The IPv6 space that IANA allocates for the Internet. Everything routable today is in it (RFC 4291 §2.4). */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Looks public but is only reachable inside a cloud: Azure's platform endpoint. */
const insideClouds = ['168.63.129.16/32'];

export type AddressCheck = (address: string) => boolean;

/**
 * Returns a check that is true only for public Internet addresses: unicast by the IANA special-purpose registries.
 * IPv4-mapped addresses count as IPv4. Tunnel and translation addresses are refused.
 * @param deniedRanges further CIDRs or addresses to refuse, such as this machine's own
 */
export function publicAddressCheck(deniedRanges: readonly string[] = []): AddressCheck {
  const denied = [...insideClouds, ...deniedRanges].map(parseRange);

  return (address) => {
    const plain = plainIpAddress(address);
    if (plain === null) return false;

    const parsed = ipaddr.parse(plain);
    if (parsed.range() !== 'unicast') return false;
    if (parsed instanceof ipaddr.IPv6 && !parsed.match(globalUnicast)) return false;
    return !denied.some((range) => within(parsed, range));
  };
}

/** The operator can fix it. */
export class OwnAddressesUnknown extends Error {}

/**
 * All addresses of this machine's interfaces, public ones included, so that no link leads back to us. Throws where the system
 * doesn't list them: without them, a customer could send requests of the service to the service.
 */
export function ownAddresses(list: typeof networkInterfaces = networkInterfaces): string[] {
  try {
    return Object.values(list()).flatMap((cards) => (cards ?? []).map((card) => card.address));
  } catch (cause) {
    throw new OwnAddressesUnknown(
      `The system doesn't list the addresses of this machine, which requests to websites must not reach: ${(cause as Error).message}. ` +
        'In a systemd unit, add AF_NETLINK to RestrictAddressFamilies=; elsewhere, let the process open netlink sockets.',
      { cause },
    );
  }
}

function parseRange(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text);

  const address = ipaddr.parse(plainIpAddress(text) ?? text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, [base, bits]: Range): boolean =>
  address.kind() === base.kind() && address.match(base, bits);
