import { isIP } from 'node:net';

/**
 * The one form of an IP address, or null for what is none: IPv4 in four decimal parts; IPv6 in hexadecimal, as RFC 5952
 * §4 has it, without its zone. IPv4-mapped IPv6 (`::ffff:0:0/96`) is the IPv4 address, and nothing else is: the addresses
 * of `::/96` (`::127.0.0.1`), of NAT64 and of 6to4 lie in IPv6, whatever they carry.
 */
export function plainIpAddress(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  // Of the platform's own writers this one alone never writes a part in decimals.
  const address = new URL(`http://[${text.split('%')[0]}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address);
  return mapped ? [mapped[1]!, mapped[2]!].flatMap(bytesOf).join('.') : address;
}

function bytesOf(word: string): number[] {
  const number = Number.parseInt(word, 16);
  return [number >> 8, number & 0xff];
}
