import type { Clock } from '#core/clock.ts';

/** A bounded cache: entries expire, and the oldest are dropped when the total weight exceeds the limit. */
export class ExpiringMap<Value> {
  readonly #clock: Clock;
  readonly #weightMax: number;
  readonly #weigh: (value: Value) => number;
  readonly #entries = new Map<string, { value: Value; expiresMs: number; weight: number }>();
  #weight = 0;

  /** @param weightMax limit on the sum of all weights, which are 1 unless `weigh` says otherwise */
  constructor(clock: Clock, weightMax: number, weigh: (value: Value) => number = () => 1) {
    this.#clock = clock;
    this.#weightMax = weightMax;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expiresMs <= this.#clock.now().getTime()) this.#drop(key);
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: Value, lifeMs: number): void {
    this.#drop(key);
    const entry = { value, expiresMs: this.#clock.now().getTime() + lifeMs, weight: this.#weigh(value) };
    this.#entries.set(key, entry);
    this.#weight += entry.weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#weightMax) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
