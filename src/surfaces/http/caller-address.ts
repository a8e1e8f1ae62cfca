import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

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
