import { waitAtMost } from '#core/concurrency/wait-at-most.ts';
import type { Log } from '#core/context.ts';
import { askedIn } from '../paying/answers.ts';
import type { FindCall } from '../paying/lookup.ts';
import { type Found, foundOf, openPayments } from '../paying/pay.ts';
import type { FindAnswer } from '../shapes.ts';
import { openKeyCheck, openPersonCheck } from './checks.ts';
import type { FinderOptions, Manner } from './finder-options.ts';
import { openReading } from './read-batch.ts';

/** The parts that the steps of a lookup share. */
export function openParts(options: FinderOptions, manner: Manner) {
  const refuseEndedKey = openKeyCheck(options.pool);
  const persons = openPersonCheck(options.db, options.pepper);
  return {
    ...options,
    ...manner,
    read: openReading(options, manner.batchMax),
    payments: openPayments(options, manner.batchMax),
    background: openBackground(options.log),
    refuseEndedKey,
    persons,
    /** How long a caller waits, in milliseconds. */
    budget: () => manner.budgetMs ?? options.settings.current().lookup_budget_ms,
    /** Returns an earlier answer, as far as this key may still see it. The caller's own request is in it as they have just sent it. */
    async replay(call: FindCall, answer: FindAnswer): Promise<Found> {
      await refuseEndedKey(call.key);
      return foundOf({ ...(await persons.disclosable(answer)), ...askedIn(call) }, true);
    },
  };
}

export type Parts = ReturnType<typeof openParts>;

/** Work that no answer waits for. */
function openBackground(log: Log) {
  const underWay = new Set<Promise<unknown>>();
  return {
    /** Logs a failure. */
    add(work: Promise<unknown>): void {
      const watched = work
        .catch((error) => log.error({ error }, 'background work of a lookup failed'))
        .finally(() => underWay.delete(watched));
      underWay.add(watched);
    },
    /** Waits for work in progress, `timeoutMs` at most. */
    settled: (timeoutMs: number) => waitAtMost(timeoutMs, Promise.allSettled(underWay)),
  };
}
