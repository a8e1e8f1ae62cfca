import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Log } from '#core/context.ts';

/**
 * The caller's address as the trusted proxies tell it. Where they tell none, it is the other end of the socket: an
 * address that nobody can read would pass every lock.
 */
export const callerAddress = ({ ip, socket }: FastifyRequest): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? '');

/** An `X-Forwarded-For` with addresses alone: some proxies add the port, or put IPv6 in brackets (RFC 7239 §6). */
export const plainForwardedFor = (header: string): string =>
  header
    .split(',')
    .map((entry) => plainAddress(entry.trim()))
    .join(', ');

const plainAddress = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;

/** Looks at requests for what a proxy adds, and tells an operator once that no proxy is known to be theirs. */
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
      `A request from ${peer} says for whom it was forwarded, and TRUSTED_PROXIES is empty, so that is not believed. If ` +
        `it is your proxy, everybody behind it counts as ${peer}: allowed_ips, locks and limits per address, also those ` +
        `of wrong secrets at /metrics, hold for the proxy. Set TRUSTED_PROXIES=${peer}, and PUBLIC_URL to the address that ` +
        'callers use, for links. If you have no proxy, a caller made it up, and nothing is wrong',
    );
  };
}
