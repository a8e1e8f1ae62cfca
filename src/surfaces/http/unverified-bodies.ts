import type { IncomingMessage } from 'node:http';
import { Failure } from '#core/failure.ts';

/**
 * How much may be held of bodies whose sender is proved by a signature over them, and so only once they have arrived. Without a
 * limit, strangers could fill the memory. Providers send a refused delivery again.
 */
export const unverifiedBytesMax = 48 * 1024 * 1024;
/** Of one address, so that one sender can't keep the others out. */
const addressBytesMax = unverifiedBytesMax / 8;

let held = 0;
const heldByAddress = new Map<string, number>();

function hold(address: string, bytes: number): void {
  held += bytes;
  const ofAddress = (heldByAddress.get(address) ?? 0) + bytes;
  if (ofAddress > 0) heldByAddress.set(address, ofAddress);
  else heldByAddress.delete(address);
}

/** Counts the bytes of one request until it is over. The returned function refuses the request if too much is held. */
export function holdUnverified(request: IncomingMessage, address: string): (bytes: number) => void {
  let own = 0;
  const release = () => {
    hold(address, -own);
    own = 0;
  };
  request.once('close', release);
  return (bytes) => {
    const ofAddress = (heldByAddress.get(address) ?? 0) + bytes;
    if (held + bytes > unverifiedBytesMax || ofAddress > addressBytesMax) {
      release();
      throw new Failure('overloaded', { headers: { 'Retry-After': '5' } });
    }
    hold(address, bytes);
    own += bytes;
  };
}
