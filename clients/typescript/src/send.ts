import type { Answered } from './answer.ts';
import { ConnectionError, ContactryError } from './contactry-error.ts';
import { openDeadline } from './deadline.ts';
import { pause } from './pause.ts';
import { isJson, readJson } from './read-json.ts';

export interface Sending {
  fetch: typeof fetch;
  /** How often a call is repeated after the first attempt. */
  maxRetries: number;
  /** Milliseconds for one attempt, `Infinity` for no limit. For a file that is downloaded: until it begins. */
  timeout: number;
  signal?: AbortSignal | undefined;
}

export interface Message {
  url: string;
  init: RequestInit;
  /** Whether a repeat does nothing twice: a read, or what the service knows by its key. */
  isRepeatable: boolean;
  /** A stream can be read once. */
  isStream: boolean;
  /** Whether the answer is a file, and so the `Response`. */
  wantsFile: boolean;
}

/** A longer wait is the caller's to decide. Seconds. */
const longestRetryAfter = 60;
/** Said by the service or by a proxy in front of it, while either restarts. */
const passingStatuses: readonly number[] = [502, 503, 504];

/** Sends a message until it is answered, refused for good, or out of attempts. */
export async function send(message: Message, sending: Sending): Promise<Answered<unknown>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(message, sending);
    } catch (error) {
      if (attempt >= sending.maxRetries || !mayRepeat(error, message)) throw error;
      await pause(waitBefore(attempt, error), sending.signal);
    }
  }
}

async function sendOnce(
  { url, init, wantsFile }: Message,
  { fetch, timeout, signal }: Sending,
): Promise<Answered<unknown>> {
  signal?.throwIfAborted();
  const deadline = openDeadline(timeout, signal);
  try {
    // A redirect could carry the caller's secrets to another server.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: deadline.signal });
    if (!response.ok) throw await (await refusals()).readError(response);
    return { answer: await answerOf(response, wantsFile), response };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ContactryError) throw error;
    const what = deadline.signal.aborted
      ? `did not answer within ${timeout / 1000} s`
      : 'could not be reached, or the connection was lost';
    throw new ConnectionError(new URL(url).origin, what, { cause: error });
  } finally {
    deadline.close();
  }
}

/** Loaded with the first refusal: pages begin without it. */
const refusals = () => import('./read-error.ts');

async function answerOf(response: Response, wantsFile: boolean): Promise<unknown> {
  if (wantsFile) return response;
  if (response.status === 204) return null;
  if (!isJson(response)) throw await (await refusals()).unknownAnswer(response);
  try {
    return await readJson(response);
  } catch (error) {
    throw error instanceof RangeError ? await (await refusals()).unknownAnswer(response) : error;
  }
}

/** 429 was refused before anything happened. After the others the first attempt may have been carried out. */
function mayRepeat(error: unknown, { isRepeatable, isStream }: Message): boolean {
  if (isStream) return false;
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ContactryError) || (error.retryAfter ?? 0) > longestRetryAfter) return false;
  if (error.status === 429) return true;
  return isRepeatable && (passingStatuses.includes(error.status) || error.code === 'idempotency_key_in_use');
}

/** The wait that the service asked for; else half a second, doubled each time. Up to half of it is random jitter. */
function waitBefore(attempt: number, error: unknown): number {
  const asked = error instanceof ContactryError ? error.retryAfter : null;
  if (asked !== null) return asked * 1000 + Math.random() * 250;
  return 500 * 2 ** attempt * (1 - Math.random() / 2);
}
