import { ConnectionError, ContactryError } from './contactry-error.ts';
import { pause } from './pause.ts';
import { readError } from './read-error.ts';

export interface Sending {
  fetch: typeof fetch;
  /** How often a call is repeated after the first attempt. */
  maxRetries: number;
  /** Milliseconds for one attempt. */
  timeout: number;
  signal?: AbortSignal;
}

export interface Message {
  url: string;
  init: RequestInit;
  /** Whether the service knows a repeat from a second call, so that nothing happens twice. */
  repeatable: boolean;
}

/** A longer wait is the caller's to decide. Seconds. */
const longestRetryAfter = 60;

/** Sends a message until it is answered, refused for good, or out of attempts. */
export async function send(message: Message, sending: Sending): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(message, sending);
    } catch (error) {
      if (attempt >= sending.maxRetries || !mayRepeat(error, message)) throw error;
      await pause(waitBefore(attempt, error), sending.signal);
    }
  }
}

async function sendOnce({ url, init }: Message, { fetch, timeout, signal }: Sending): Promise<Response> {
  const deadline = AbortSignal.timeout(timeout);
  const response = await fetch(url, {
    ...init,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  }).catch((cause) => {
    if (signal?.aborted) throw signal.reason;
    const what = deadline.aborted ? `did not answer within ${timeout / 1000} s` : 'could not be reached';
    throw new ConnectionError(`${new URL(url).origin} ${what}.`, { cause });
  });
  if (!response.ok) throw await readError(response);
  return response;
}

/** 429 was refused before anything happened. After the others the first attempt may have been carried out. */
function mayRepeat(error: unknown, { repeatable }: Message): boolean {
  if (error instanceof ConnectionError) return repeatable;
  if (!(error instanceof ContactryError) || error.retryAfter === null || error.retryAfter > longestRetryAfter)
    return false;
  return error.status === 429 || (error.status === 503 && repeatable);
}

/** What the service asked for; else half a second, doubled each time. Up to half of it is random, so that crowds spread. */
function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof ContactryError ? error.retryAfter : null;
  if (asked !== null) return asked * 1000 + Math.random() * 250;
  return 500 * 2 ** attempt * (1 - Math.random() / 2);
}
