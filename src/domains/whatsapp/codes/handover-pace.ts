import { randomInt } from 'node:crypto';
import { port } from '#core/ports.ts';

/**
 * How long handovers to the vendor take. For a number to which nothing is sent, the answer takes as long: its
 * time must not disclose anything about the number.
 */
export interface HandoverPace {
  /** Remembers how long a handover takes that doesn't fail. */
  measured<Result>(handOver: () => Promise<Result>): Promise<Result>;
  /** Waits as long as one of the last handovers took, chosen at random; less if the caller hangs up. */
  wait(signal: AbortSignal): Promise<void>;
}

export const HandoverPace = port<HandoverPace>('handover-pace');

const rememberedMax = 32;

export interface PaceOptions {
  /** Assumed before the first handover. */
  usualMs: number;
  /** A clock that never goes back. */
  nowMs(): number;
  /** Rejects when the signal aborts. */
  sleep(ms: number, value: undefined, options: { signal: AbortSignal }): Promise<void>;
}

export function openHandoverPace({ usualMs, nowMs, sleep }: PaceOptions): HandoverPace {
  let lastMs: number[] = [];
  return {
    async measured(handOver) {
      const startMs = nowMs();
      const result = await handOver();
      lastMs = [nowMs() - startMs, ...lastMs].slice(0, rememberedMax);
      return result;
    },
    async wait(signal) {
      const ms = lastMs.length > 0 ? lastMs[randomInt(lastMs.length)]! : usualMs;
      await sleep(ms, undefined, { signal }).catch((error) => {
        if (!signal.aborted) throw error;
      });
    },
  };
}
