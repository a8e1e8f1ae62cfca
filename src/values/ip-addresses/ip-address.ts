import { isIP } from 'node:net';

/**
 * The canonical form of an IP address, or null if it isn't one: IPv4 in four decimal parts; IPv6 as in RFC 5952 §4, without its
 * zone. IPv4-mapped IPv6 (`::ffff:0:0/96`) becomes IPv4. Other addresses that embed IPv4 (`::/96`, NAT64, 6to4) stay IPv6.
 */
export function plainIpAddress(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  // Of the platform's formatters, only URL never writes part of an IPv6 address in decimal.
  const address = new URL(`http://[${text.split('%')[0]}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address);
  return mapped ? [mapped[1]!, mapped[2]!].flatMap(bytesOf).join('.') : address;
}

function bytesOf(word: string): number[] {
  const number = Number.parseInt(word, 16);
  return [number >> 8, number & 0xff];
}
