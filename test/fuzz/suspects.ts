import type { Exchange } from './exchange.ts';
import { sendRaw } from './raw-exchange.ts';
import type { FuzzRequest } from './request.ts';
import type { ServiceUnderFuzz } from './service-under-fuzz.ts';

/** Requests that may have been slow, to be sent again when nothing else is under way. */
export interface Suspects {
  note(number: number, request: FuzzRequest): void;
  /** Sends each again, alone. Returns those that are slow every time. */
  examine(): Promise<string[]>;
}

/** The most kinds of requests. On a busy machine, there would be no end otherwise. */
const kindsMax = 300;
/** A busy machine makes one attempt slow, but not all of them. */
const attempts = 5;

/** Beyond this, a wait is a fault even if the service does nothing in it. */
const patienceMs = 15_000;

/**
 * A request is as slow as its fastest attempt. On a busy machine even that takes long, so half of the time must be processor time of the
 * service; lookups may wait for sources.
 */
export function openSuspects(
  service: Pick<ServiceUnderFuzz, 'url' | 'cpuMs'>,
  exchange: Exchange,
  slowMs: number,
): Suspects {
  const kinds = new Map<string, { number: number; request: FuzzRequest }>();

  async function fastestMs(request: FuzzRequest): Promise<number> {
    let fastest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && fastest > slowMs; attempt += 1) {
      const [startedMs, cpuBeforeMs] = [performance.now(), await service.cpuMs()];
      await sendAgain(request).catch(() => {});
      const ms = performance.now() - startedMs;
      const isWaiting = (await service.cpuMs()) - cpuBeforeMs < ms / 2 && ms < patienceMs;
      fastest = Math.min(fastest, isWaiting ? 0 : ms);
    }
    return fastest;
  }

  const sendAgain = async ({ raw, wire }: FuzzRequest): Promise<unknown> =>
    raw ? sendRaw(service.url, raw) : exchange.send(wire);

  return {
    note(number, request) {
      if (kinds.size < kindsMax && !kinds.has(request.what)) kinds.set(request.what, { number, request });
    },
    async examine() {
      const slow: string[] = [];
      for (const [what, { number, request }] of kinds) {
        const ms = await fastestMs(request);
        if (ms > slowMs) slow.push(`request ${number}, ${what}: takes ${Math.round(ms)} ms, also alone`);
      }
      return slow;
    },
  };
}
