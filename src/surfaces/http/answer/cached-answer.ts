import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '#core/answers/answer.ts';
import { hasTag } from '../../kept-bytes.ts';

/** Sets the headers of an answer that caches may keep. Returns whether the caller has its current text (RFC 9110 §13.1.2). */
export function isCurrent(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  cacheSeconds: number,
): boolean {
  answer.json ??= typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const tag = `"${createHash('sha256').update(answer.json).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag).header('cache-control', `public, max-age=${cacheSeconds}`);
  return hasTag(request, tag);
}
