import type { Clock } from '#core/clock.ts';

/** A bounded cache: entries expire, and the oldest are dropped when the total weight exceeds the limit. */
export interface ExpiringMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value, lifeMs: number): void;
  readonly size: number;
}

/**
 * @param weightMax limit on the sum of all weights
 * @param weigh weight of one entry; default 1
 */
export function openExpiringMap<Value>(
  clock: Clock,
  weightMax: number,
  weigh: (value: Value) => number = () => 1,
): ExpiringMap<Value> {
  const entries = new Map<string, { value: Value; expiresMs: number; weight: number }>();
  let weight = 0;

  function drop(key: string): void {
    weight -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry && entry.expiresMs <= clock.now().getTime()) drop(key);
      return entries.get(key)?.value;
    },
    set(key, value, lifeMs) {
      drop(key);
      const entry = { value, expiresMs: clock.now().getTime() + lifeMs, weight: weigh(value) };
      entries.set(key, entry);
      weight += entry.weight;
      for (const oldest of entries.keys()) {
        if (weight <= weightMax) break;
        drop(oldest);
      }
    },
    get size() {
      return entries.size;
    },
  };
}
