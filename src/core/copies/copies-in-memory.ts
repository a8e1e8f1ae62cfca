import type { Clock } from '../clock.ts';
import { batch } from '../concurrency/batch.ts';

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

/**
 * Copies of what the database has, by key. A change feed keeps them current: it drops what an announced change may have made
 * old. While the feed is lost, every key is read again. docs/decisions/changes-in-memory.md
 */
export function openCopies<Value>({ limits, clock, read }: CopiesOptions<Value>) {
  const known = openKnownValues<Value>(limits);
  const underWay = new Map<string, Reading<Value>>();
  let blind = false;
  const readOne = batch<string, Value | null>({ name: 'copies', run: read });

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
    /** Resolves at once from a copy that is fresh. Null when nothing has the key. */
    get(key: string): Value | null | Promise<Value | null> {
      const believed = known.get(key, clock.now().getTime());
      return believed === undefined ? readAnew(key) : believed;
    },
    /** Drops one key. */
    drop(key: string): void {
      known.drop(key);
      outdate(key);
    },
    /** Drops the values that match, and every key that nothing had, unless those can't have come into being. */
    dropWhere(matches: (value: Value) => boolean, { andUnknown }: { andUnknown: boolean }): void {
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

/**
 * Recently read values by key. `null`: the key is known not to exist. All entries of a map live equally long, so the oldest is
 * evicted first, by age and by count alike.
 */
export function openKnownValues<Value>(limits: KnownValuesLimits) {
  const values = new Map<string, Known<Value>>();
  const unknown = new Map<string, Known<Value>>();
  // Kept, because a new iterator steps over the place of each key that was deleted before: a full map would do that for every key.
  const oldest = new Map([values, unknown].map((map) => [map, map.keys()]));

  const add = (map: Map<string, Known<Value>>, max: number, key: string, entry: Known<Value>) => {
    map.delete(key);
    map.set(key, entry);
    if (map.size > max) map.delete(oldest.get(map)!.next().value!);
  };

  return {
    /** Undefined when unknown or no longer fresh. */
    get(key: string, nowMs: number): Value | null | undefined {
      const entry = values.get(key) ?? unknown.get(key);
      return entry && nowMs < entry.untilMs ? entry.value : undefined;
    },
    keep(key: string, value: Value | null, nowMs: number): void {
      if (value) add(values, limits.knownMax, key, { value, untilMs: nowMs + limits.knownForMs });
      else add(unknown, limits.unknownMax, key, { value, untilMs: nowMs + limits.unknownForMs });
    },
    drop(key: string): void {
      values.delete(key);
      unknown.delete(key);
    },
    dropWhere(matches: (value: Value) => boolean): void {
      for (const [key, { value }] of values) if (value && matches(value)) values.delete(key);
    },
    /** Drops every key that nothing has. */
    dropUnknown: () => unknown.clear(),
    clear() {
      values.clear();
      unknown.clear();
    },
    get size(): number {
      return values.size + unknown.size;
    },
  };
}
