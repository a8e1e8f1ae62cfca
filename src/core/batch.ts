import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss } from './connection-loss.ts';
import { sqlstate } from './sqlstate.ts';

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
  /** Statements in flight at once; 1 unless given. */
  concurrency?: number;
  /** Calls with the same key share one item and its result, while it waits and while it is in flight. */
  keyOf?(item: Item): string;
  /** Whether a result is not final: the item then goes to the head of the next batch. `tries` counts the runs so far. */
  again?(result: Result, item: Item, tries: number): boolean;
  /** Answers one item of a batch that failed; `run` with it alone unless given. */
  runSingly?(item: Item): Promise<Result>;
  /** So few items are answered by `runSingly` at once, side by side. */
  singlesMax?: number;
  /** Told the size of every statement. */
  onBatch?: (items: number) => void;
  /** Waits between two sendings; a test hands over its own. */
  pause?: (ms: number) => Promise<unknown>;
}

interface Waiting<Item, Result> {
  item: Item;
  tries: number;
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
  const { sizeMax = 512, queueMax = 20_000, concurrency = 1, onBatch } = options;
  let queue: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let isAboutToStart = false;

  /** Everything that is asked in this turn of the event loop goes along. */
  function startSoon(): void {
    if (isAboutToStart || inFlight >= concurrency || queue.length === 0) return;
    isAboutToStart = true;
    setImmediate(() => {
      isAboutToStart = false;
      while (inFlight < concurrency && queue.length > 0) void send(queue.splice(0, sizeMax));
    });
  }

  async function send(taken: Waiting<Item, Result>[]): Promise<void> {
    inFlight += 1;
    onBatch?.(taken.length);
    try {
      const results = await answers(options, taken);
      deliver(taken, results);
    } catch (error) {
      for (const { reject } of taken) reject(error);
      if (isConnectionLoss(error)) refuseAll(error);
    }
    inFlight -= 1;
    startSoon();
  }

  function deliver(taken: Waiting<Item, Result>[], results: Outcome<Result>[]): void {
    const unfinished: Waiting<Item, Result>[] = [];
    taken.forEach((waiting, at) => {
      const outcome = results[at]!;
      waiting.tries += 1;
      if ('error' in outcome) waiting.reject(outcome.error);
      else if (options.again?.(outcome.result, waiting.item, waiting.tries)) unfinished.push(waiting);
      else waiting.resolve(outcome.result);
    });
    if (unfinished.length > 0) queue.unshift(...unfinished);
  }

  function refuseAll(error: unknown): void {
    const waiting = queue;
    queue = [];
    for (const { reject } of waiting) reject(error);
  }

  const ask = (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.length >= queueMax) {
        reject(new BatchOverflow(queue.length));
        return;
      }
      queue.push({ item, tries: 0, resolve, reject });
      startSoon();
    });
  return options.keyOf ? shareByKey(options.keyOf, ask) : ask;
}

/** Lets calls with the same key share one answer while it is under way. */
export function shareByKey<Item, Result>(
  keyOf: (item: Item) => string,
  ask: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const underWay = new Map<string, Promise<Result>>();
  return (item) => {
    const key = keyOf(item);
    const first = underWay.get(key);
    if (first) return first;
    const answer = ask(item);
    const forget = () => underWay.delete(key);
    underWay.set(key, answer);
    answer.then(forget, forget);
    return answer;
  };
}

type Outcome<Result> = { result: Result } | { error: unknown };

async function answers<Item, Result>(
  options: BatchOptions<Item, Result>,
  taken: Waiting<Item, Result>[],
): Promise<Outcome<Result>[]> {
  const items = taken.map(({ item }) => item);
  if (options.runSingly && items.length <= (options.singlesMax ?? 0)) {
    return Promise.all(items.map((item) => alone(options, item)));
  }
  try {
    const results = await sendAgainAfterLoss(options, () => runWhole(options, items));
    return results.map((result) => ({ result }));
  } catch (error) {
    const isAlone = items.length === 1 && !options.runSingly;
    const { code } = error as { code?: unknown };
    // A statement that took too long would take as long for each of its items.
    if (isAlone || isConnectionLoss(error) || code === sqlstate.statementTimeout) throw error;
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
  const { runSingly = async () => (await runWhole(options, [item]))[0]! } = options;
  try {
    return { result: await sendAgainAfterLoss(options, () => runSingly(item)) };
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
