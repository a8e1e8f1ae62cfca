import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLoss, sqlState, sqlStateOf } from '../database/sqlstate.ts';
import { timed } from '../tracing/span.ts';
import { inTraceAlone } from '../tracing/trace.ts';
import { beginBatch, type Recorded, recordedCall } from './batch-span.ts';

interface BatchOptions<Item, Result> {
  /** For metrics and traces. */
  name?: string;
  /** Answers all items, in order, with one statement. It must be safe to repeat with the same items. */
  run(items: Item[]): Promise<Result[]>;
  /** Items per statement. Default 512; lookups and what comes with them take fewer: see docs/decisions/fast-path.md. */
  sizeMax?: number;
  /** Calls that may wait. Default 20,000; further calls fail with `BatchOverflow`. */
  queueMax?: number;
  /** Whether an item enters the next statement first and is refused last: see `openBatchQueue`. Default: none. */
  hasPriority?: (item: Item) => boolean;
  /** Called with the size of every statement. */
  onBatch?: ((name: string, items: number) => void) | undefined;
  /** Waits between attempts. Tests pass their own. */
  pause?: (ms: number) => Promise<unknown>;
}

interface Waiting<Item, Result> {
  item: Item;
  recorded: Recorded | null;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Delays between attempts after a lost connection: long enough for a crashed server to come back. */
const retryDelaysMs = [0, 50, 200, 500, 1000, 2000];
/** Limits the total when each attempt is slow to fail, for example when no connection is available. */
const retryWindowMs = 4000;

/**
 * Combines concurrent calls into one statement. The next batch forms while one is in flight, so a lone call never waits.
 * After a lost connection the outcome is unknown, and the same items are sent again for 4 seconds.
 * Any other error makes the items run one by one, so that only the call that caused it fails.
 */
export function batch<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { name = 'calls', sizeMax = 512, queueMax = 20_000, hasPriority = () => false, onBatch } = options;
  const queue = openBatchQueue<Waiting<Item, Result>>({ sizeMax, queueMax });
  let isInFlight = false;
  let isAboutToStart = false;

  /** Waits one turn of the event loop, so that calls made in the same turn share a statement. */
  function scheduleNext(): void {
    if (isAboutToStart || isInFlight || queue.size() === 0) return;
    isAboutToStart = true;
    setImmediate(() => {
      isAboutToStart = false;
      startNext();
    });
  }

  function startNext(): void {
    if (!isInFlight && queue.size() > 0) void send(queue.takeNext());
  }

  async function send(taken: Waiting<Item, Result>[]): Promise<void> {
    isInFlight = true;
    onBatch?.(name, taken.length);
    const span = beginBatch(name, taken);
    try {
      const results = await timed(
        span,
        inTraceAlone(span?.trace ?? null, () => runBatch(options, taken)),
      );
      isInFlight = false;
      // First, so that the database works on the next batch while the callers of this one continue.
      startNext();
      deliver(taken, results);
    } catch (error) {
      isInFlight = false;
      for (const { reject } of taken) reject(error);
      if (isConnectionLoss(error)) for (const { reject } of queue.takeAll()) reject(error);
      scheduleNext();
    }
  }

  function deliver(taken: Waiting<Item, Result>[], results: Outcome<Result>[]): void {
    taken.forEach(({ resolve, reject }, at) => {
      const outcome = results[at]!;
      if ('error' in outcome) reject(outcome.error);
      else resolve(outcome.result);
    });
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      queue.add({ item, recorded: recordedCall(), resolve, reject }, hasPriority(item));
      scheduleNext();
    });
}

type Outcome<Result> = { result: Result } | { error: unknown };

async function runBatch<Item, Result>(
  options: BatchOptions<Item, Result>,
  taken: Waiting<Item, Result>[],
): Promise<Outcome<Result>[]> {
  const items = taken.map(({ item }) => item);
  try {
    const results = await retryAfterLoss(options, () => runChecked(options, items));
    return results.map((result) => ({ result }));
  } catch (error) {
    const isAlone = items.length === 1;
    // After a timeout, each item alone would take as long again.
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
  for (const item of items) outcomes.push(await runSingle(options, item));
  return outcomes;
}

/** Throws only for a lost connection, which affects every item. */
async function runSingle<Item, Result>(
  options: BatchOptions<Item, Result>,
  item: Item,
): Promise<Outcome<Result>> {
  try {
    const [result] = await retryAfterLoss(options, () => runChecked(options, [item]));
    return { result: result! };
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    return { error };
  }
}

async function runChecked<Item, Result>(
  { run }: BatchOptions<Item, Result>,
  items: Item[],
): Promise<Result[]> {
  const results = await run(items);
  if (results.length !== items.length)
    throw new Error(`${items.length} items gave ${results.length} results`);
  return results;
}

async function retryAfterLoss<Answer>(
  { pause = sleep }: { pause?: (ms: number) => Promise<unknown> },
  send: () => Promise<Answer>,
): Promise<Answer> {
  const startedMs = performance.now();
  for (const pauseMs of retryDelaysMs) {
    try {
      return await send();
    } catch (error) {
      if (!isConnectionLoss(error) || performance.now() - startedMs > retryWindowMs) throw error;
      await pause(pauseMs);
    }
  }
  return send();
}

/** The queue is full. The refused call had no effect. */
export class BatchOverflow extends Error {
  constructor(waiting: number) {
    super(`${waiting} calls are already waiting`);
    this.name = 'BatchOverflow';
  }
}

/**
 * Calls with priority go first. When the queue is full, they take the place of the newest call without. A fifth of every
 * statement and of the queue stays with the others, so that no flood of priority calls can shut them out.
 */
export function openBatchQueue<Call extends { reject(error: unknown): void }>({
  sizeMax,
  queueMax,
}: {
  sizeMax: number;
  queueMax: number;
}) {
  const first: Call[] = [];
  const others: Call[] = [];
  const size = () => first.length + others.length;
  const withoutShare = (max: number) => max - Math.ceil(max / 5);

  return {
    size,
    /** When the queue is full, rejects this call, or the one it replaces, with `BatchOverflow`. */
    add(call: Call, hasPriority: boolean) {
      const isFull = size() >= queueMax;
      if (hasPriority ? first.length >= withoutShare(queueMax) : isFull)
        return call.reject(new BatchOverflow(size()));
      if (isFull) others.pop()!.reject(new BatchOverflow(size()));
      (hasPriority ? first : others).push(call);
    },
    /** The calls of the next statement. */
    takeNext(): Call[] {
      if (first.length === 0) return others.splice(0, sizeMax);
      const taken = first.splice(0, Math.max(withoutShare(sizeMax), sizeMax - others.length));
      return taken.concat(others.splice(0, sizeMax - taken.length));
    },
    takeAll: (): Call[] => [...first.splice(0), ...others.splice(0)],
  };
}
