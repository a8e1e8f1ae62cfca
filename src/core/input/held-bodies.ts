import type { ServerResponse } from 'node:http';
import { Failure } from '../failure.ts';

const MiB = 1024 * 1024;

/** Most requests fit in this. It is free, so that they cost no counting; the limit of connections bounds the sum. */
export const freeBytes = 16 * 1024;
/** Overhead per chunk. */
const chunkBytes = 128;

/** Bytes of request bodies that a process may hold, in total and per sender. */
export class BodyBudget {
  readonly bytesMax: number;
  readonly senderBytesMax: number;
  #held = 0;
  readonly #heldBySender = new Map<string, number>();

  constructor(bytesMax: number, senderBytesMax: number) {
    this.bytesMax = bytesMax;
    this.senderBytesMax = senderBytesMax;
  }

  get bytesHeld(): number {
    return this.#held;
  }

  hold(sender: string, bytes: number): void {
    const ofSender = (this.#heldBySender.get(sender) ?? 0) + bytes;
    if (bytes > 0 && (this.#held + bytes > this.bytesMax || ofSender > this.senderBytesMax)) throw full();
    this.#held += bytes;
    if (ofSender > 0) this.#heldBySender.set(sender, ofSender);
    else this.#heldBySender.delete(sender);
  }
}

/** Accounts with a plan, and operators. A share holds one file of the maximum size. */
export const knownSenders = new BodyBudget(120 * MiB, 20 * MiB);
/** Accounts cost nothing to open, so those without a plan can't take what customers need. Nor can callers without a credential. */
export const sendersWithoutPlan = new BodyBudget(40 * MiB, 20 * MiB);
/** Senders that a signature over the body proves, and so only once it has arrived. Providers send a refused delivery again. */
export const unverifiedSenders = new BodyBudget(48 * MiB, 6 * MiB);

const full = () =>
  new Failure('overloaded', {
    detail: 'Too many large bodies are being sent at once. Send them one after another.',
    headers: { 'Retry-After': '5' },
  });

/** Counts the bytes of a body until its answer is sent. The returned function refuses the body if too much is held. */
export function holdBody(
  budget: BodyBudget,
  sender: string,
  response: ServerResponse,
): (bytes: number) => void {
  let arrived = 0;
  let held = 0;
  const release = () => {
    budget.hold(sender, -held);
    held = 0;
  };
  return (bytes) => {
    arrived += bytes + chunkBytes;
    if (arrived <= freeBytes || response.closed) return;
    if (held === 0) response.once('close', release);
    try {
      budget.hold(sender, arrived - held);
    } catch (refusal) {
      release();
      throw refusal;
    }
    held = arrived;
  };
}
