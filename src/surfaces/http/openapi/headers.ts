import { acceptsIdempotencyKey } from '#core/answers/refusals.ts';
import type { Door } from '#core/door.ts';
import type { Operation } from '#core/operation.ts';

type Json = Record<string, unknown>;

const header = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
});

/** Headers of answers, each described once in the document. */
export const responseHeaders: Json = {
  'X-Request-Id': header(
    'Names the request in logs and problem documents; the one you sent, if you sent one.',
    '0198c0de-0000-7000-8000-000000000001',
  ),
  'RateLimit-Policy': header(
    'The limit of your key: requests (q) in a window of seconds (w).',
    '"key";q=60;w=60',
  ),
  RateLimit: header('Requests left (r) and seconds until the window ends (t).', '"key";r=59;t=42'),
  'Retry-After': header('Seconds to wait before you repeat the request.', '2'),
  ETag: header('Identifies this text of the answer. Send it in `If-None-Match`.', '"WtN2c3xQ0mVZ0oGZ2mHqAw"'),
  'Cache-Control': header('How long the answer may be kept. `no-store`: not at all.', 'public, max-age=300'),
  'Idempotency-Replayed': header(
    '`true` when this is the first answer to the `Idempotency-Key` again.',
    'true',
  ),
};

const refer = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers of an answer through a door. */
export const goodHeaders = (declared: Operation, door: Door): Json => ({
  ...refer([
    'X-Request-Id',
    ...(isLimited(declared, door) ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(acceptsIdempotencyKey(declared, door) ? ['Idempotency-Replayed'] : []),
    ...(door.cacheSeconds !== undefined ? ['ETag', 'Cache-Control'] : []),
    ...(declared.secretAnswer ? ['Cache-Control'] : []),
  ]),
  ...Object.fromEntries(
    Object.entries(declared.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  ),
});

export const refusalHeaders = (declared: Operation, door: Door, status: number): Json =>
  refer([
    'X-Request-Id',
    ...(isCounted(declared, door, status) ? ['RateLimit-Policy', 'RateLimit'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ]);

/** Refusals of a request that the limit let in. Others may come before its key is known. */
const afterTheLimit = [400, 402, 404, 409, 422];

const isCounted = (declared: Operation, door: Door, status: number): boolean =>
  (isLimited(declared, door) && status === 429) || (isKeyed(door) && afterTheLimit.includes(status));

const isKeyed = ({ access }: Door): boolean => ['key', 'agent', 'extension'].includes(access);

const isLimited = (declared: Operation, door: Door): boolean =>
  isKeyed(door) || (door.access === 'internal' && declared.actsAs === 'key');
