import type { FastifyReply, FastifyRequest } from 'fastify';
import { type KeptBytes, keptBytes } from '../../kept-bytes.ts';
import { documentHeaders } from '../document.ts';

/** Everything comes from this origin. A page is the same for everyone, so caches may keep it and ask whether it is current. */
export const siteHeaders: Readonly<Record<string, string>> = {
  ...documentHeaders([]),
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** Pages by a name each. Compressed again only when their text has changed. */
export function keptPages() {
  const pages = new Map<string, KeptBytes>();
  return (request: FastifyRequest, reply: FastifyReply, name: string, text: string) => {
    const bytes = Buffer.from(text);
    const known = pages.get(name);
    const kept = known?.bytes.equals(bytes) ? known : keptBytes('text/html; charset=utf-8', bytes);
    pages.set(name, kept);
    reply.headers({ ...siteHeaders, vary: 'Accept' });
    return kept.send(request, reply, 'no-cache');
  };
}
