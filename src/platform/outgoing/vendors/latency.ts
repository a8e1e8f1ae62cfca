/** Percentiles of the latest responses, in milliseconds; null before the first. */
export type LatencyMs = { samples: number; p50: number; p95: number } | null;

export interface Latency {
  add(ms: number): void;
  report(): LatencyMs;
}

/** A ring buffer of the latest `samplesMax` durations. Enough for a quick look, with constant memory. */
export function openLatency(samplesMax = 128): Latency {
  const ring: number[] = [];
  let next = 0;

  return {
    add(ms) {
      ring[next] = ms;
      next = (next + 1) % samplesMax;
    },
    report() {
      if (ring.length === 0) return null;
      const sorted = ring.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1]!);
      return { samples: sorted.length, p50: at(0.5), p95: at(0.95) };
    },
  };
}
