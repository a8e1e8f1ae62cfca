/** Addresses of callers, and the networks they are allowed, counted or locked by. */

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network: an address with its host bits cleared, and the prefix length in bits. */
export type AddressRange = [network: Address, bits: number];

/**
 * Parses an address or a CIDR. Clears host bits; IPv4-mapped IPv6 becomes IPv4; a single address is its own network. Strict:
 * four decimal parts for IPv4, no zone for IPv6. Null for anything else.
 */
export function readRange(entry: string): AddressRange | null {
  const [, host, length] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  if (!host) return null;
  const address = host.includes('%') ? null : addressOf(host);
  if (!address) return null;
  const bits = bitsOf(address);
  // The prefix of an IPv4-mapped network includes the 96 bits before the IPv4 address.
  const before = address.kind() === 'ipv4' && host.includes(':') ? 96 : 0;
  const network = length === undefined ? bits : Number(length) - before;
  if (network < 0 || network > bits) return null;
  return [networkOf(address, network), network];
}

/** A caller's address, from the socket or a trusted proxy. Null if invalid. Ignores a zone. */
export function addressOf(text: string): Address | null {
  const plain = plainIpAddress(text);
  return plain === null ? null : ipaddr.parse(plain);
}

/** The network of `bits` bits that contains an address. */
export function networkOf(address: Address, bits: number): Address {
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}

export const isInside = (address: Address, [network, bits]: AddressRange): boolean =>
  network.kind() === address.kind() && address.match(network, bits);

export const cidrOf = ([network, bits]: AddressRange): string => `${network}/${bits}`;

/** As people write it: a network of one address has no prefix length. */
export function shownCidr(cidr: string): string {
  const range = readRange(cidr)!;
  const [network, bits] = range;
  return bits === bitsOf(network) ? network.toString() : cidrOf(range);
}

const bitsOf = (address: Address): number => (address.kind() === 'ipv4' ? 32 : 128);

/**
 * The key an address is counted under. IPv4 counts whole; IPv6 counts by its /64, the least that one customer gets
 * (RFC 6177 §2). IPv4-mapped IPv6 counts as IPv4. Anything that isn't an address is used as it is.
 */
export function addressKey(text: string): string {
  const address = addressOf(text);
  if (address === null) return text.slice(0, 100);
  return address.kind() === 'ipv4' ? address.toString() : `${networkOf(address, 64)}/64`;
}

/**
 * The canonical form of an IP address, or null if it isn't one: IPv4 in four decimal parts; IPv6 as in RFC 5952 §4, without its
 * zone. IPv4-mapped IPv6 (`::ffff:0:0/96`) becomes IPv4. Other addresses that embed IPv4 (`::/96`, NAT64, 6to4) stay IPv6.
 */
export function plainIpAddress(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  // The only formatter of the platform that never writes part of an IPv6 address in decimal is URL.
  const address = new URL(`http://[${text.split('%')[0]}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address);
  return mapped ? [mapped[1]!, mapped[2]!].flatMap(bytesOf).join('.') : address;
}

function bytesOf(word: string): number[] {
  const number = Number.parseInt(word, 16);
  return [number >> 8, number & 0xff];
}
