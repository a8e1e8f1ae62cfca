import { setTimeout as sleep } from 'node:timers/promises';
import type { request } from 'undici';

type Response = Awaited<ReturnType<typeof request>>;

/** A rate limit's window has 60 seconds. Longer waits are for a person to decide. */
const secondsMax = 120;

/**
 * Sends a request, and again after the wait that a 429 asks for. The wait also comes after the last request of a window, so that the
 * next command of a script is not refused: the service bans a key that is refused in several windows.
 */
export async function withinRate(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  const response = await send();
  const seconds = secondsToWait(response);
  if (seconds === 0) return response;
  process.stderr.write(`  The key's requests of this minute are used up. Going on in ${seconds} s.\n`);
  await sleep(seconds * 1000, null, { signal });
  if (response.statusCode !== 429) return response;
  await response.body.dump();
  return withinRate(send, signal);
}

function secondsToWait({ statusCode, headers }: Response): number {
  const seconds =
    statusCode === 429
      ? Number(headers['retry-after'])
      : Number(/^"key";r=0;t=(\d+)/.exec(String(headers.ratelimit))?.[1] ?? 0);
  return seconds > 0 && seconds <= secondsMax ? seconds : 0;
}
