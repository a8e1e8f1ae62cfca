import type { Db, Phase } from './context.ts';
import type { Kernel, TrailEntry } from './kernel.ts';
import { isRepeatable } from './sqlstate.ts';

/** Who the audit rows of a transaction are attributed to. */
export type Author = Pick<TrailEntry, 'actor' | 'operation' | 'requestId'>;

/** The audit rows, jobs and callbacks of a transaction. They are collected first and written just before the commit. */
export interface Effects extends Omit<Phase, 'db'> {
  /** Whether any audit row or job remains to be written. */
  isPending(): boolean;
  wroteAudit(): boolean;
  write(db: Db): Promise<void>;
  committed(): void;
}

export function collectEffects({ trail, queue }: Pick<Kernel, 'trail' | 'queue'>, author: Author): Effects {
  const entries: TrailEntry[] = [];
  const jobs: { id: string; payload: object }[] = [];
  const afterwards: (() => void)[] = [];
  return {
    audit: (event, details) => {
      entries.push({ ...author, event, details });
    },
    enqueue: ({ id }, payload) => {
      jobs.push({ id, payload });
    },
    afterCommit: (work) => {
      afterwards.push(work);
    },
    isPending: () => entries.length + jobs.length > 0,
    wroteAudit: () => entries.length > 0,
    async write(db) {
      for (const entry of entries) await trail.write(db, entry);
      for (const { id, payload } of jobs) await queue.send(db, id, payload);
    },
    committed() {
      for (const work of afterwards) work();
    },
  };
}

const attemptsMax = 3;

/** Runs `work` in a transaction that commits with its effects. Retries after a deadlock. */
export async function transact<Result>(
  kernel: Kernel,
  author: Author,
  work: (db: Db, effects: Effects) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const effects = collectEffects(kernel, author);
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
