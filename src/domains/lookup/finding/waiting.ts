import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#core/context.ts';
import { replayOf } from '../paying/answers.ts';
import { type Found, foundOf, type Lookup } from '../paying/pay.ts';
import { markPendingReported } from '../paying/under-way.ts';
import type { Abandoned } from './abandoned.ts';
import type { Background } from './background.ts';
import type { RefuseEndedKey } from './key-check.ts';
import type { OperationState } from './read-batch.ts';

/** How often to check what another call has done. */
export const pollMs = 100;

/** Holds callers of slow lookups. */
export interface Waiting {
  /** Returns the answer if it arrives in time, else a pending one while the work continues. */
  withinBudget(
    lookup: Lookup,
    work: Promise<Found | null>,
    budgetMs: number,
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
  settings: { current(): { lookup_budget_ms: number } };
  abandoned: Pick<Abandoned, 'resume'>;
  background: Background;
  refuseEndedKey: RefuseEndedKey;
}

export function openWaiting({
  db,
  settings,
  abandoned,
  background,
  refuseEndedKey,
}: WaitingOptions): Waiting {
  const withinBudget: Waiting['withinBudget'] = async ({ call, opKey }, work, budgetMs) => {
    let timer: NodeJS.Timeout | undefined;
    const budget = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, Math.max(budgetMs, 0), 'late');
    });
    const first = await Promise.race([work, budget]).finally(() => clearTimeout(timer));
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
      const msLeft = settings.current().lookup_budget_ms - (performance.now() - startedMs);
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
