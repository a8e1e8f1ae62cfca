import type { Clock } from '../clock.ts';
import { batch } from '../concurrency/batch.ts';
import { type KnownValuesLimits, openKnownValues } from './known-values.ts';

/**
 * Copies of what the database has, by key. A change feed keeps them current: it drops what an announced change may have made
 * old. While the feed is lost, every key is read anew. docs/decisions/changes-in-memory.md
 */
export interface CopiesInMemory<Value> {
  /** Resolves at once from a copy that is fresh. Null when nothing has the key. */
  get(key: string): Value | null | Promise<Value | null>;
  /** Drops one key. */
  drop(key: string): void;
  /** Drops the values that match, and every key that nothing had, unless those can't have come into being. */
  dropWhere(matches: (value: Value) => boolean, options: { andUnknown: boolean }): void;
  onFeedLost(): void;
  onFeedRestored(): void;
}

export interface CopiesOptions<Value> {
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
