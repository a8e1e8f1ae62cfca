/** The hashes a process has looked up recently. `null` means that no key has the hash. */
export interface KnownKeys<Policy> {
  /** Undefined when unknown or no longer fresh. */
  get(hash: string, nowMs: number): Policy | null | undefined;
  keep(hash: string, policy: Policy | null, nowMs: number): void;
  drop(hash: string): void;
  dropWhere(matches: (policy: Policy) => boolean): void;
  clear(): void;
  readonly size: number;
}

export interface KnownKeysLimits {
  keysMax: number;
  keyForMs: number;
  /** Unknown hashes have a map of their own, so that guessing can't evict keys. */
  unknownMax: number;
  unknownForMs: number;
}

interface Known<Policy> {
  policy: Policy | null;
  untilMs: number;
}

/** All entries of a map live equally long, so the oldest is evicted first, by age and by count alike. */
export function openKnownKeys<Policy>(limits: KnownKeysLimits): KnownKeys<Policy> {
  const keys = new Map<string, Known<Policy>>();
  const unknown = new Map<string, Known<Policy>>();

  const add = (map: Map<string, Known<Policy>>, max: number, hash: string, entry: Known<Policy>) => {
    map.delete(hash);
    map.set(hash, entry);
    if (map.size > max) map.delete(map.keys().next().value!);
  };

  return {
    get(hash, nowMs) {
      const entry = keys.get(hash) ?? unknown.get(hash);
      return entry && nowMs < entry.untilMs ? entry.policy : undefined;
    },
    keep(hash, policy, nowMs) {
      if (policy) add(keys, limits.keysMax, hash, { policy, untilMs: nowMs + limits.keyForMs });
      else add(unknown, limits.unknownMax, hash, { policy, untilMs: nowMs + limits.unknownForMs });
    },
    drop(hash) {
      keys.delete(hash);
      unknown.delete(hash);
    },
    dropWhere(matches) {
      for (const [hash, { policy }] of keys) if (policy && matches(policy)) keys.delete(hash);
    },
    clear() {
      keys.clear();
      unknown.clear();
    },
    get size() {
      return keys.size + unknown.size;
    },
  };
}
