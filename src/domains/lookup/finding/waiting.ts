import { setTimeout as pause } from 'node:timers/promises';
import { waitAtMost } from '#core/concurrency/wait-at-most.ts';
import type { Db, Log } from '#core/context.ts';
import { replayOf } from '../paying/answers.ts';
import type { Lookup } from '../paying/lookup.ts';
import { type Found, foundOf } from '../paying/pay.ts';
import { markPendingReported } from '../paying/under-way.ts';
import type { Abandoned } from './abandoned.ts';
import type { RefuseEndedKey } from './ended-keys.ts';
import type { OperationState } from './read-batch.ts';

/** How often to check what another call has done. */
export const pollMs = 100;

/** Holds callers of slow lookups. */
export interface Waiting {
  /** Returns the answer if it arrives within `msLeft`, else a pending one while the work continues. Default: the whole budget. */
  withinBudget(
    lookup: Lookup,
    work: Promise<Found | null>,
    msLeft?: number,
  ): Promise<Found | 'answered_before'>;
  /** Joins a lookup in progress: waits for it, or takes it over when its process died. Null means look again. */
  join(
    lookup: Lookup,
    state: Extract<OperationState, 'worked_on' | 'abandoned'>,
    startedMs: number,
  ): Promise<Found | 'answered_before' | null>;
}

export interface WaitingOptions {
  db: Db;
  /** How long a caller waits, in milliseconds. */
  budget: () => number;
  abandoned: Pick<Abandoned, 'resume'>;
  background: Background;
  refuseEndedKey: RefuseEndedKey;
}

export function openWaiting({ db, budget, abandoned, background, refuseEndedKey }: WaitingOptions): Waiting {
  const withinBudget: Waiting['withinBudget'] = async ({ call, opKey }, work, msLeft = budget()) => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, Math.max(msLeft, 0), 'late');
    });
    const first = await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
    if (first !== 'late') return first ?? 'answered_before';
    background.add(work);
    const pending = await markPendingReported(db, { account: call.key.account.id, opKey });
    return pending ? foundOf(replayOf(opKey, pending)) : 'answered_before';
  };

  return {
    withinBudget,
    async join(lookup, state, startedMs) {
      const { call, opKey } = lookup;
      await refuseEndedKey(call.key);
      const operation = { account: call.key.account.id, opKey };
      const msLeft = budget() - (performance.now() - startedMs);
      const taken = state === 'abandoned' ? await abandoned.resume(operation) : null;
      if (taken) return withinBudget(lookup, taken.work, msLeft);
      if (msLeft > 0) {
        await pause(Math.min(pollMs, msLeft));
        return null;
      }
      const pending = await markPendingReported(db, operation);
      return pending && foundOf(replayOf(opKey, pending), true);
    },
  };
}

/** Work that no answer waits for. */
export interface Background {
  /** Logs a failure. */
  add(work: Promise<unknown>): void;
  /** Waits for work in progress, `timeoutMs` at most. */
  settled(timeoutMs: number): Promise<void>;
}

export function openBackground(log: Log): Background {
  const underWay = new Set<Promise<unknown>>();
  return {
    add(work) {
      const watched = work
        .catch((error) => log.error({ error }, 'background work of a lookup failed'))
        .finally(() => underWay.delete(watched));
      underWay.add(watched);
    },
    settled: (timeoutMs) => waitAtMost(timeoutMs, Promise.allSettled(underWay)),
  };
}
