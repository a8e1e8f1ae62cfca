import { isDeepStrictEqual } from 'node:util';
import type { Db, Phase } from '../context.ts';
import { isRepeatable } from '../database/sqlstate.ts';
import type { Kernel, TrailEntry } from '../kernel.ts';

/** The caller and operation that a transaction's audit rows name. */
export type Author = Pick<TrailEntry, 'by' | 'actor' | 'operation' | 'requestId'>;

/**
 * The audit rows, jobs and callbacks of a transaction. They are collected first and written just before the commit.
 *
 * Its functions are created on access. V8 puts a function that is assigned to a property among the old objects, where it
 * keeps everything it refers to, here a whole call, in memory until the next major collection.
 */
export class CollectedEffects implements Omit<Phase, 'db'> {
  readonly #kernel: Pick<Kernel, 'trail' | 'queue'>;
  readonly #author: Author;
  readonly #entries: TrailEntry[] = [];
  #saidWhatChanged = false;
  readonly #jobs: { id: string; payload: object }[] = [];
  readonly #afterwards: (() => void)[] = [];

  constructor(kernel: Pick<Kernel, 'trail' | 'queue'>, author: Author) {
    this.#kernel = kernel;
    this.#author = author;
  }

  get audit(): Phase['audit'] {
    return (event, details) => {
      this.#saidWhatChanged = true;
      if (!isSame(details)) this.#entries.push({ ...this.#author, event, details });
    };
  }

  get enqueue(): Phase['enqueue'] {
    return ({ id }, payload) => {
      this.#jobs.push({ id, payload });
    };
  }

  get afterCommit(): Phase['afterCommit'] {
    return (work) => {
      this.#afterwards.push(work);
    };
  }

  /** Whether any audit row or job remains to be written. */
  isPending(): boolean {
    return this.#entries.length + this.#jobs.length > 0;
  }

  /** Whether `audit` was called, even for a change that changed nothing. */
  saidWhatChanged(): boolean {
    return this.#saidWhatChanged;
  }

  async write(db: Db): Promise<void> {
    for (const entry of this.#entries) await this.#kernel.trail.write(db, entry);
    for (const { id, payload } of this.#jobs) await this.#kernel.queue.send(db, id, payload);
  }

  committed(): void {
    for (const work of this.#afterwards) work();
  }
}

/** Whether the details say that nothing changed. */
const isSame = (details: Record<string, unknown>): boolean =>
  'before' in details && 'after' in details && isDeepStrictEqual(details.before, details.after);

const attemptsMax = 3;

/** Runs `work` in a transaction that commits with its effects. Retries after a deadlock. */
export async function transact<Result>(
  kernel: Kernel,
  author: Author,
  work: (db: Db, effects: CollectedEffects) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const effects = new CollectedEffects(kernel, author);
    try {
      const result = await kernel.transaction(async (db) => {
        const done = await work(db, effects);
        await effects.write(db);
        return done;
      });
      effects.committed();
      return result;
    } catch (error) {
      if (attempt >= attemptsMax || !isRepeatable(error)) throw error;
      const { code } = error as { code?: unknown };
      kernel.log.warn({ operation: author.operation, code, attempt }, 'retrying the transaction');
    }
  }
}
