/** What a process has learnt about hashes and for how long it may believe it; `null` is a hash that no key has. */
export interface KnownKeys<Policy> {
  /** Undefined for what isn't known or no longer believed. */
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
  /** Unknown hashes are held apart: guessing can't push keys out. */
  unknownMax: number;
  unknownForMs: number;
}

interface Known<Policy> {
  policy: Policy | null;
  untilMs: number;
}

/** Whatever is kept is kept equally long, so the oldest entry is the first to go, by time and by number alike. */
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
