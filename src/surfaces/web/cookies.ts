import type { FastifyReply, FastifyRequest } from 'fastify';

/** The first cookie of a name. */
export function readCookie({ headers }: FastifyRequest, name: string): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return value.join('=');
  }
  return null;
}

export interface Cookie {
  name: string;
  value: string;
  maxAgeSeconds: number;
}

/** Over TLS, other hosts of the domain can't set it either (`__Host-`). Browsers take neither on plain HTTP. */
export const cookieName = (origin: string, name: string): string =>
  origin.startsWith('https:') ? `__Host-contactry_${name}` : `contactry_${name}`;

/** No script can read it. Another site's page sends it only by leading here with a link. */
export function setCookie(reply: FastifyReply, { name, value, maxAgeSeconds }: Cookie): void {
  const secure = name.startsWith('__Host-') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

export const clearCookie = (reply: FastifyReply, name: string): void =>
  setCookie(reply, { name, value: '', maxAgeSeconds: 0 });
