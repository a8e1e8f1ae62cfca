import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss } from './connection-loss.ts';
import { sqlState, sqlStateOf } from './sqlstate.ts';

/** More calls are waiting than may wait; nothing was done for the one that is refused. */
export class BatchOverflow extends Error {
  constructor(waiting: number) {
    super(`${waiting} calls are waiting already`);
    this.name = 'BatchOverflow';
  }
}

export interface BatchOptions<Item, Result> {
  /** Answers all items in their order with one statement. It must be safe to send again with the same items. */
  run(items: Item[]): Promise<Result[]>;
  /** Items a statement; 512 unless given. */
  sizeMax?: number;
  /** Calls that may wait; 20,000 unless given. Further ones are refused with `BatchOverflow`. */
  queueMax?: number;
  /** Told the size of every statement. */
  onBatch?: (items: number) => void;
  /** Waits between two sendings; a test hands over its own. */
  pause?: (ms: number) => Promise<unknown>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Between sendings over a lost connection: long enough for a server that crashed to be back. */
const resendPausesMs = [0, 50, 200, 500, 1000, 2000];
/** Where each sending takes long to fail, as when no connection can be had, fewer are tried. */
const resendMsMax = 4000;

/**
 * Makes one statement of what concurrent calls ask. There is no timer: the next batch forms while one is in flight, so
 * a lone call goes at once and a crowd shares. A lost connection leaves the outcome unknown, and the same items are sent
 * again, for 4 seconds; then they and all that wait are refused. Another error is found by running the items one by
 * one, so that it fails only the call it belongs to.
 */
export function batch<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { sizeMax = 512, queueMax = 20_000, onBatch } = options;
  let queue: Waiting<Item, Result>[] = [];
  let isInFlight = false;
  let isAboutToStart = false;

  /** Everything that is asked in this turn of the event loop goes along. */
  function startSoon(): void {
    if (isAboutToStart || isInFlight || queue.length === 0) return;
    isAboutToStart = true;
    setImmediate(() => {
      isAboutToStart = false;
      if (queue.length > 0) void send(queue.splice(0, sizeMax));
    });
  }

  async function send(taken: Waiting<Item, Result>[]): Promise<void> {
    isInFlight = true;
    onBatch?.(taken.length);
    try {
      const results = await answers(options, taken);
      deliver(taken, results);
    } catch (error) {
      for (const { reject } of taken) reject(error);
      if (isConnectionLoss(error)) refuseAll(error);
    }
    isInFlight = false;
    startSoon();
  }

  function deliver(taken: Waiting<Item, Result>[], results: Outcome<Result>[]): void {
    taken.forEach(({ resolve, reject }, at) => {
      const outcome = results[at]!;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.result);
    });
  }

  function refuseAll(error: unknown): void {
    const waiting = queue;
    queue = [];
    for (const { reject } of waiting) reject(error);
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= queueMax) {
        reject(new BatchOverflow(queue.length));
        return;
      }
      queue.push({ item, resolve, reject });
      startSoon();
    });
}

type Outcome<Result> = { result: Result } | { error: unknown };

async function answers<Item, Result>(
  options: BatchOptions<Item, Result>,
  taken: Waiting<Item, Result>[],
): Promise<Outcome<Result>[]> {
  const items = taken.map(({ item }) => item);
  try {
    const results = await sendAgainAfterLoss(options, () => runWhole(options, items));
    return results.map((result) => ({ result }));
  } catch (error) {
    const isAlone = items.length === 1;
    // A statement that took too long would take as long for each of its items.
    const tookTooLong = sqlStateOf(error) === sqlState.queryCanceled;
    if (isAlone || isConnectionLoss(error) || tookTooLong) throw error;
    return oneByOne(options, items);
  }
}

async function oneByOne<Item, Result>(
  options: BatchOptions<Item, Result>,
  items: Item[],
): Promise<Outcome<Result>[]> {
  const outcomes: Outcome<Result>[] = [];
  for (const item of items) outcomes.push(await alone(options, item));
  return outcomes;
}

/** Throws only for a lost connection, which is everybody's. */
async function alone<Item, Result>(
  options: BatchOptions<Item, Result>,
  item: Item,
): Promise<Outcome<Result>> {
  try {
    const [result] = await sendAgainAfterLoss(options, () => runWhole(options, [item]));
    return { result: result! };
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    return { error };
  }
}

async function runWhole<Item, Result>({ run }: BatchOptions<Item, Result>, items: Item[]): Promise<Result[]> {
  const results = await run(items);
  if (results.length !== items.length)
    throw new Error(`${items.length} items gave ${results.length} results`);
  return results;
}

async function sendAgainAfterLoss<Answer>(
  { pause = sleep }: { pause?: (ms: number) => Promise<unknown> },
  send: () => Promise<Answer>,
): Promise<Answer> {
  const startedMs = performance.now();
  for (const pauseMs of resendPausesMs) {
    try {
      return await send();
    } catch (error) {
      if (!isConnectionLoss(error) || performance.now() - startedMs > resendMsMax) throw error;
      await pause(pauseMs);
    }
  }
  return send();
}
