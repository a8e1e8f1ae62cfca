import { setTimeout as pause } from 'node:timers/promises';
import { replayOf } from '../paying/answers.ts';
import type { Lookup } from '../paying/lookup.ts';
import { type Found, foundOf } from '../paying/pay.ts';
import { markPendingReported } from '../paying/under-way.ts';
import type { Abandoned } from './abandoned.ts';
import type { Parts } from './parts.ts';

/** How often to check what another call has done. */
export const pollMs = 100;

/** Holds callers of slow lookups. */
export function openWaiting({ db, budget, background, refuseEndedKey }: Parts, abandoned: Abandoned) {
  /** Returns the answer if it arrives within `msLeft`, else a pending one while the work continues. Default: the whole budget. */
  async function withinBudget(
    { call, opKey }: Lookup,
    work: Promise<Found | null>,
    msLeft = budget(),
  ): Promise<Found | 'answered_before'> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, Math.max(msLeft, 0), 'late');
    });
    const first = await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
    if (first !== 'late') return first ?? 'answered_before';
    background.add(work);
    const pending = await markPendingReported(db, { account: call.key.account.id, opKey });
    return pending ? foundOf(replayOf(opKey, pending)) : 'answered_before';
  }

  return {
    withinBudget,
    /** Joins a lookup in progress: waits for it, or takes it over when its process died. Null means look again. */
    async join(
      lookup: Lookup,
      state: 'worked_on' | 'abandoned',
      startedMs: number,
    ): Promise<Found | 'answered_before' | null> {
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

export type Waiting = ReturnType<typeof openWaiting>;
