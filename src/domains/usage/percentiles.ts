/** Upper bounds in milliseconds. A lookup that takes longer counts with the last. */
export const boundsMs = [
  1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 8000, 12_000, 30_000,
] as const;

export const boundOf = (ms: number): number => boundsMs.find((bound) => ms <= bound) ?? boundsMs.at(-1)!;

/**
 * The milliseconds within which this share of the lookups was answered, or null without lookups. Between two bounds, lookups
 * count as evenly spread.
 * @param counts lookups by bound
 */
export function percentileOf(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let missing = total * share;
  let lower = 0;
  for (const bound of boundsMs) {
    const count = counts.get(bound) ?? 0;
    if (count > 0 && missing <= count) return Math.ceil(lower + (bound - lower) * (missing / count));
    missing -= count;
    lower = bound;
  }
  return null;
}

export const latencyOf = (counts: ReadonlyMap<number, number>) => ({
  lookups: [...counts.values()].reduce((sum, count) => sum + count, 0),
  p50_ms: percentileOf(counts, 0.5),
  p95_ms: percentileOf(counts, 0.95),
  p99_ms: percentileOf(counts, 0.99),
});
