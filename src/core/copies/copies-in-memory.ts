import type { Clock } from '../clock.ts';
import { batch } from '../concurrency/batch.ts';

/**
 * Copies of what the database has, by key. A change feed keeps them current: it drops what an announced change may have made
 * old. While the feed is lost, every key is read again. docs/decisions/changes-in-memory.md
 */
interface CopiesInMemory<Value> {
  /** Resolves at once from a copy that is fresh. Null when nothing has the key. */
  get(key: string): Value | null | Promise<Value | null>;
  /** Drops one key. */
  drop(key: string): void;
  /** Drops the values that match, and every key that nothing had, unless those can't have come into being. */
  dropWhere(matches: (value: Value) => boolean, options: { andUnknown: boolean }): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

interface CopiesOptions<Value> {
  limits: KnownValuesLimits;
  clock: Clock;
  /** Reads all keys, in order, with one statement. */
  read(keys: string[]): Promise<(Value | null)[]>;
}

interface Reading<Value> {
  value: Promise<Value | null>;
  /** False once a change was announced: the result may be older than the change. */
  current: boolean;
}

export function openCopies<Value>({ limits, clock, read }: CopiesOptions<Value>): CopiesInMemory<Value> {
  const known = openKnownValues<Value>(limits);
  const underWay = new Map<string, Reading<Value>>();
  let blind = false;
  const readOne = batch<string, Value | null>({ run: read });

  function readAnew(key: string): Promise<Value | null> {
    const sharing = underWay.get(key);
    if (sharing) return sharing.value;
    const reading: Reading<Value> = { value: readOne(key), current: !blind };
    underWay.set(key, reading);
    const ended = () => {
      if (underWay.get(key) === reading) underWay.delete(key);
    };
    reading.value.then((value) => {
      if (reading.current) known.keep(key, value, clock.now().getTime());
      ended();
    }, ended);
    return reading.value;
  }

  /** Later calls start a new read. */
  const outdate = (key: string) => {
    const reading = underWay.get(key);
    if (reading) reading.current = false;
    underWay.delete(key);
  };
  const outdateAll = () => {
    for (const key of underWay.keys()) outdate(key);
  };

  return {
    get(key) {
      const believed = known.get(key, clock.now().getTime());
      return believed === undefined ? readAnew(key) : believed;
    },
    drop(key) {
      known.drop(key);
      outdate(key);
    },
    dropWhere(matches, { andUnknown }) {
      known.dropWhere(matches);
      if (andUnknown) known.dropUnknown();
      outdateAll();
    },
    onFeedLost() {
      blind = true;
      known.clear();
      outdateAll();
    },
    onFeedRestored() {
      blind = false;
      outdateAll();
    },
  };
}

/** Recently read values by key. `null`: the key is known not to exist. */
interface KnownValues<Value> {
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

interface KnownValuesLimits {
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
