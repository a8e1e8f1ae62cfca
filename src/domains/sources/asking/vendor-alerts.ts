import { type Clock, minuteMs } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import { openAlerts, raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Outcome } from '../port.ts';

/** Takes note of every outcome. */
export type NoteOutcome = (source: string, outcome: Outcome) => Promise<void>;

const refused = 'source_refused';
const breakerOpen = 'source_breaker_open';

/** Raises an alert while a vendor refuses our credential or its breaker is open, and resolves it once the vendor answers. */
export function openVendorAlerts(parts: { db: Db; log: Log; clock: Clock }): NoteOutcome {
  const noteRefusal = openRefusalAlerts(parts);
  const noteBreaker = openBreakerAlerts(parts);
  return async (source, outcome) => {
    await noteRefusal(source, outcome);
    await noteBreaker(source, outcome);
  };
}

/** For a source that was switched off. */
export async function endVendorAlerts(db: Db, source: string): Promise<void> {
  await resolveAlert(db, { kind: refused, subject: source });
  await resolveAlert(db, { kind: breakerOpen, subject: source });
}

export interface VendorRefusal {
  /** A sentence for the operator. */
  reason: string;
  since: Date;
}

/** Current refusals by source. */
export async function vendorRefusals(db: Db): Promise<ReadonlyMap<string, VendorRefusal>> {
  const alerts = await openAlerts(db, refused);
  return new Map(
    alerts.map(({ subject, details, at }) => [subject, { reason: String(details.reason), since: at }]),
  );
}

/** The alert is raised with every refusal, since another process may have closed it; the log has one line per reason. */
function openRefusalAlerts({ db, log }: { db: Db; log: Log }): NoteOutcome {
  const last = new Map<string, string | null>();
  return async (source, outcome) => {
    const reason = refusalIn(outcome);
    const before = last.get(source);
    if (reason === undefined || (reason === null && before === null)) return;
    if (reason === null) await resolveAlert(db, { kind: refused, subject: source });
    else await raiseAlert(db, { kind: refused, subject: source, details: { reason } });
    last.set(source, reason);
    if (reason !== null && reason !== before) log.warn({ source, reason }, 'a vendor refuses our calls');
  };
}

const isAnswer = ({ outcome }: Outcome): boolean => outcome === 'found' || outcome === 'not_found';

/** Why the vendor refuses us. Null if it answered, undefined if the outcome says neither. */
function refusalIn(outcome: Outcome): string | null | undefined {
  if (outcome.outcome === 'misconfigured') return outcome.reason;
  if (outcome.outcome === 'out_of_credits')
    return 'The vendor says that no credits are left: buy more, or switch the source off.';
  return isAnswer(outcome) ? null : undefined;
}

const failing = 'It failed several times in a row. One call at a time tries whether it answers again.';

/**
 * A source that keeps failing isn't asked for a while. While its breaker is open, questions cost no network call, so the alert
 * is raised at most once per minute.
 */
function openBreakerAlerts({ db, clock }: { db: Db; clock: Clock }): NoteOutcome {
  /** When the alert was last raised; null once the source answered. */
  const raisedMs = new Map<string, number | null>();
  return async (source, outcome) => {
    const last = raisedMs.get(source);
    if (outcome.outcome === 'error' && outcome.code === 'breaker_open') {
      const nowMs = clock.now().getTime();
      if (last != null && nowMs - last < minuteMs) return;
      raisedMs.set(source, nowMs);
      await raiseAlert(db, { kind: breakerOpen, subject: source, details: { reason: failing } });
    } else if (last !== null && isAnswer(outcome)) {
      await resolveAlert(db, { kind: breakerOpen, subject: source });
      raisedMs.set(source, null);
    }
  };
}
