/** What a process has read recently, by key. `null` means that nothing has the key. */
export interface KnownValues<Value> {
  /** Undefined when unknown or no longer fresh. */
  get(key: string, nowMs: number): Value | null | undefined;
  keep(key: string, value: Value | null, nowMs: number): void;
  drop(key: string): void;
  dropWhere(matches: (value: Value) => boolean): void;
  /** Drops every key that nothing has. */
  dropUnknown(): void;
  clear(): void;
  readonly size: number;
}

export interface KnownValuesLimits {
  knownMax: number;
  knownForMs: number;
  /** Unknown keys have a map of their own, so that guessing can't evict values. */
  unknownMax: number;
  unknownForMs: number;
}

interface Known<Value> {
  value: Value | null;
  untilMs: number;
}

/** All entries of a map live equally long, so the oldest is evicted first, by age and by count alike. */
export function openKnownValues<Value>(limits: KnownValuesLimits): KnownValues<Value> {
  const values = new Map<string, Known<Value>>();
  const unknown = new Map<string, Known<Value>>();

  const add = (map: Map<string, Known<Value>>, max: number, key: string, entry: Known<Value>) => {
    map.delete(key);
    map.set(key, entry);
    if (map.size > max) map.delete(map.keys().next().value!);
  };

  return {
    get(key, nowMs) {
      const entry = values.get(key) ?? unknown.get(key);
      return entry && nowMs < entry.untilMs ? entry.value : undefined;
    },
    keep(key, value, nowMs) {
      if (value) add(values, limits.knownMax, key, { value, untilMs: nowMs + limits.knownForMs });
      else add(unknown, limits.unknownMax, key, { value, untilMs: nowMs + limits.unknownForMs });
    },
    drop(key) {
      values.delete(key);
      unknown.delete(key);
    },
    dropWhere(matches) {
      for (const [key, { value }] of values) if (value && matches(value)) values.delete(key);
    },
    dropUnknown: () => unknown.clear(),
    clear() {
      values.clear();
      unknown.clear();
    },
    get size() {
      return values.size + unknown.size;
    },
  };
}
