import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes that many callers get. All share one copy, and each encoding is made once. */
export interface KeptBytes {
  type: string;
  bytes: Buffer;
  /** Sends them in an encoding that the caller accepts, or 304 if it has them. */
  send(request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply>;
}

const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof encoders;

export function keptBytes(type: string, bytes: Buffer): KeptBytes {
  const encoded = new Map<Encoding | null, Promise<Buffer>>([[null, Promise.resolve(bytes)]]);
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22);
  return {
    type,
    bytes,
    async send(request, reply, cacheControl) {
      const encoding = chosenEncoding(request.headers['accept-encoding']?.toString() ?? '');
      // Each encoding has a tag of its own (RFC 9110 §8.8.3.3).
      const tag = `"${digest}${encoding ? `-${encoding}` : ''}"`;
      const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
      reply.headers({ etag: tag, 'cache-control': cacheControl, vary });
      const body = encoded.get(encoding) ?? encoders[encoding!](bytes);
      encoded.set(encoding, body);
      if (hasTag(request, tag)) {
        // The length in an answer to HEAD is that of the bytes, which aren't sent.
        return reply.code(304).send(request.method === 'HEAD' ? await body : undefined);
      }
      reply.headers({ 'content-type': type, 'x-content-type-options': 'nosniff' });
      if (encoding) reply.header('content-encoding', encoding);
      return reply.send(await body);
    },
  };
}

/** Brotli if the caller accepts it, else gzip, else neither. A weight of 0 refuses an encoding (RFC 9110 §12.5.3). */
function chosenEncoding(accepted: string): Encoding | null {
  const named = new Map(
    accepted.split(',').map((one) => {
      const [name = '', ...parameters] = one.toLowerCase().split(';');
      return [name.trim(), !parameters.some((text) => /^\s*q=0(\.0*)?\s*$/.test(text))];
    }),
  );
  const any = named.get('*') ?? false;
  return (['br', 'gzip'] as const).find((name) => named.get(name) ?? any) ?? null;
}

/** Whether the caller names this tag in `If-None-Match`. */
export function hasTag({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && (known.trim() === '*' || tagsIn(known).has(tag));
}

/** A cache that compressed the answer may have made its tag weak; the comparison ignores that. */
const tagsIn = (header: string): Set<string> => new Set(header.match(/"[^"]*"/g));
