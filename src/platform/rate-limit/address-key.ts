import ipaddr from 'ipaddr.js';
import { plainIpAddress } from '#values/ip-addresses/ip-address.ts';

/**
 * The key an address is counted under. IPv4 counts whole; IPv6 counts by its /64, the least that one customer gets
 * (RFC 6177 §2). IPv4-mapped IPv6 counts as IPv4. Anything that isn't an address is used as it is.
 */
export function addressKey(address: string): string {
  const plain = plainIpAddress(address);
  if (plain === null) return address.slice(0, 100);
  if (!plain.includes(':')) return plain;
  const bytes = ipaddr.parse(plain).toByteArray();
  const network = ipaddr.fromByteArray([...bytes.slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
