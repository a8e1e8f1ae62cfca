// Called as a member: mocked timers don't reach what is imported by name.
import timers from 'node:timers/promises';

/** A rate limit's window has 60 seconds. Longer waits are for a person to decide. */
const secondsMax = 120;

/**
 * Sends a request, and again after the wait that a 429 asks for. The wait also comes after the last request of a window, so that the
 * next command of a script is not refused: the service bans a key that is refused in several windows.
 */
export async function withinRate(
  send: () => Promise<Response>,
  signal?: AbortSignal | null,
): Promise<Response> {
  const response = await send();
  const seconds = secondsToWait(response);
  if (seconds === 0) return response;
  process.stderr.write(`  The key's requests of this minute are used up. Going on in ${seconds} s.\n`);
  await timers.setTimeout(seconds * 1000, null, signal ? { signal } : {});
  if (response.status !== 429) return response;
  await response.body?.cancel();
  return withinRate(send, signal);
}

function secondsToWait({ status, headers }: Response): number {
  const seconds =
    status === 429
      ? Number(headers.get('retry-after'))
      : Number(/^"key";r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1] ?? 0);
  return seconds > 0 && seconds <= secondsMax ? seconds : 0;
}
