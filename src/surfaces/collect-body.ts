import type { Readable } from 'node:stream';
import { Failure } from '#core/failure.ts';

export const tooLarge = (limitBytes: number, headers: Record<string, string> = {}) =>
  new Failure('body_too_large', {
    detail: `The body is larger than ${limitBytes} bytes.`,
    members: { limit_bytes: limitBytes },
    headers,
  });

interface Collecting<Body> {
  limitBytes: number;
  /** Counts what is held, and refuses what is too much. Null for what isn't counted. */
  hold: ((bytes: number) => void) | null;
  parse(bytes: Buffer): Body;
}

/** Uses events: leaving an async iterator early would close the connection before the answer is sent. */
export function collectBody<Body>(
  payload: Readable,
  { limitBytes, hold, parse }: Collecting<Body>,
): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const giveUp = (why: unknown) => {
    chunks.length = 0;
    payload.off('data', onData).resume();
    reject(why);
  };
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limitBytes) return giveUp(tooLarge(limitBytes));
    try {
      hold?.(chunk.length);
      chunks.push(chunk);
    } catch (full) {
      giveUp(full);
    }
  };
  const hungUp = (cause?: unknown) => reject(new Failure('request_incomplete', { cause }));
  const onEnd = () => {
    const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    // The request keeps its listeners, and they what they refer to, until it is answered.
    chunks.length = 0;
    try {
      resolve(parse(body));
    } catch (fault) {
      reject(fault);
    }
  };
  payload.on('data', onData).on('end', onEnd).on('error', hungUp);
  if (payload.destroyed) hungUp();
  return promise;
}
