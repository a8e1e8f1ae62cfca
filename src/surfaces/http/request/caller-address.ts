import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Log } from '#core/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person's address, from a server of pages that proved the internal secret; else null. */
    personAddress: string | null;
  }
}

/**
 * The caller's address, from trusted proxies. If they send no valid address, it is the socket's, because an invalid address
 * would pass every lock.
 */
export function callerAddress({ personAddress, ip, socket }: FastifyRequest): string {
  if (personAddress) return personAddress;
  const { remoteAddress = '' } = socket;
  return ip === remoteAddress || isIP(ip) ? ip : remoteAddress;
}

/** The first entry of `X-Forwarded-For`: proxies on the way add theirs behind it. Null if it is no address. */
export function firstForwarded(forwardedFor: string | undefined): string | null {
  const [first = ''] = forwardedFor?.split(',') ?? [];
  return isIP(first.trim()) ? first.trim() : null;
}

/** Reduces `X-Forwarded-For` to plain addresses: some proxies add a port, or put IPv6 in brackets (RFC 7239 §6). */
export const plainForwardedFor = (header: string): string =>
  header
    .split(',')
    .map((entry) => plainAddress(entry.trim()))
    .join(', ');

const plainAddress = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

/** Warns the operator once if requests come through a proxy that isn't trusted. */
export function unknownProxyWarning(
  trustedProxies: readonly string[],
  log: Log,
): (request: FastifyRequest) => void {
  let isSaid = trustedProxies.length > 0;
  return ({ headers, socket }) => {
    if (isSaid || !(headers['x-forwarded-for'] ?? headers.forwarded)) return;
    isSaid = true;
    const peer = socket.remoteAddress ?? '';
    log.warn(
      { peer },
      `A request from ${peer} was forwarded, but TRUSTED_PROXIES is empty, so its X-Forwarded-For is ignored. If ` +
        `this is your proxy, all callers behind it count as ${peer}: allowed_ips, locks and limits per address, including those ` +
        `on wrong secrets at /metrics, apply to the proxy. Set TRUSTED_PROXIES=${peer}, and set PUBLIC_URL to the address that ` +
        'callers use, for links. If you have no proxy, a caller made up the header, and nothing is wrong',
    );
  };
}
