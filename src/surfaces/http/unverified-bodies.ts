import type { IncomingMessage } from 'node:http';
import { Failure } from '#core/failure.ts';

/**
 * How much may be held of bodies whose sender is proved by a signature over them, and so only once they have arrived. Without a
 * limit, strangers could fill the memory. Providers send a refused delivery again.
 */
export const unverifiedBytesMax = 48 * 1024 * 1024;

let held = 0;

/** Counts the bytes of one request until it has arrived. The returned function refuses the request if too much is held. */
export function holdUnverified(request: IncomingMessage): (bytes: number) => void {
  let own = 0;
  request.once('close', () => {
    held -= own;
  });
  return (bytes) => {
    if (held + bytes > unverifiedBytesMax) {
      throw new Failure('overloaded', { headers: { 'Retry-After': '5' } });
    }
    held += bytes;
    own += bytes;
  };
}
