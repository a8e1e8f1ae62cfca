import { addressOf, networkOf } from './address-range.ts';

/**
 * The key an address is counted under. IPv4 counts whole; IPv6 counts by its /64, the least that one customer gets
 * (RFC 6177 §2). IPv4-mapped IPv6 counts as IPv4. Anything that isn't an address is used as it is.
 */
export function addressKey(text: string): string {
  const address = addressOf(text);
  if (address === null) return text.slice(0, 100);
  return address.kind() === 'ipv4' ? address.toString() : `${networkOf(address, 64)}/64`;
}
