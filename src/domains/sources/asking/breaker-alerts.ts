import { type Clock, minuteMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Outcome } from '../port.ts';

/** Told of every outcome. */
export type NoteOutcome = (source: string, outcome: Outcome) => Promise<void>;

const kind = 'source_breaker_open';

/**
 * A source that keeps failing isn't asked for a while: an alert until it answers again. While its breaker is open, questions
 * cost no network call, so the alert is raised at most once a minute.
 */
export function openBreakerAlerts({ db, clock }: { db: Db; clock: Clock }): NoteOutcome {
  /** When the alert was raised last; null once the source answered. */
  const raisedMs = new Map<string, number | null>();
  return async (source, outcome) => {
    const last = raisedMs.get(source);
    if (isBreakerOpen(outcome)) {
      const nowMs = clock.now().getTime();
      if (last != null && nowMs - last < minuteMs) return;
      raisedMs.set(source, nowMs);
      await raiseAlert(db, { kind, subject: source, details: { reason } });
    } else if (last !== null && (outcome.outcome === 'found' || outcome.outcome === 'not_found')) {
      await endBreakerAlert(db, source);
      raisedMs.set(source, null);
    }
  };
}

const reason = 'It failed several times in a row. One call at a time tries whether it answers again.';

export const endBreakerAlert = (db: Db, source: string): Promise<void> =>
  resolveAlert(db, { kind, subject: source });

const isBreakerOpen = (outcome: Outcome): boolean =>
  outcome.outcome === 'error' && outcome.code === 'breaker_open';
