import type { Answered } from './answer.ts';
import { ConnectionError, ContactryError } from './contactry-error.ts';
import { pause } from './pause.ts';

export interface Waiting<A> {
  signal?: AbortSignal | undefined;
  /** Called with every answer, also the last. */
  onProgress?: ((answer: A) => void) | undefined;
}

/** Asking takes at most a quarter of the key's requests. The rest is for other work. */
const shareOfRate = 4;
/** Seconds. */
const soonest = 2;
const withoutPolicy = 15;
/** A service that has not answered for so long is not just restarting. Seconds. */
const longestOutage = 5 * 60;
/** Whatever the service says: a timer that is too long would end at once. Seconds. */
const longestWait = 5 * 60;

/** Asks again and again, until an answer is final. */
export async function poll<A>(
  ask: () => Promise<Answered<A>>,
  isFinal: (answer: A) => boolean,
  { signal, onProgress }: Waiting<A>,
): Promise<A> {
  let outage = 0;
  for (let answers = 0; ; ) {
    const asked = await ask().catch((error: Error) => error);
    if (asked instanceof Error) {
      const seconds = waitAfter(asked);
      outage += seconds;
      if (outage > longestOutage) throw asked;
      await pause(seconds * 1000, signal);
      continue;
    }
    onProgress?.(asked.answer);
    if (isFinal(asked.answer)) return asked.answer;
    outage = 0;
    answers += 1;
    await pause(secondsToNext(asked.response.headers, answers) * 1000, signal);
  }
}

/** Seconds to wait when the service can't answer just now. Any other error is thrown again. */
function waitAfter(error: Error): number {
  if (error instanceof ConnectionError) return soonest;
  if (error instanceof ContactryError && [429, 502, 503, 504].includes(error.status))
    return Math.max(soonest, error.retryAfter ?? 0);
  throw error;
}

/** Small jobs end in a moment, so the first waits are short. After the last request of a window, waits for the next window. */
function secondsToNext(headers: Headers, answers: number): number {
  const used = /;r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '');
  const seconds = answers <= 2 ? 1 : ofPolicy(headers.get('ratelimit-policy') ?? '');
  return Math.min(longestWait, Math.max(seconds, Number(used?.[1] ?? 0)));
}

/** `"key";q=20;w=60`: 20 requests per minute. */
function ofPolicy(policy: string): number {
  const [, requests, window] = /;q=(\d+);w=(\d+)/.exec(policy) ?? [];
  if (!requests || !window) return withoutPolicy;
  return Math.max(soonest, (Number(window) * shareOfRate) / Number(requests));
}
