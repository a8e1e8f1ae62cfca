import ipaddr from 'ipaddr.js';
import { plainIpAddress } from '#values/ip-addresses/ip-address.ts';

/**
 * What an address is counted under: an IPv4 address whole, an IPv6 address by its /64, which is what one customer is
 * given at least (RFC 6177 §2). IPv4-mapped IPv6 is the IPv4 address. What is no address stands for itself.
 */
export function addressKey(address: string): string {
  const plain = plainIpAddress(address);
  if (plain === null) return address.slice(0, 100);
  if (!plain.includes(':')) return plain;
  const bytes = ipaddr.parse(plain).toByteArray();
  const network = ipaddr.fromByteArray([...bytes.slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]);
  return `${network.toString()}/64`;
}
