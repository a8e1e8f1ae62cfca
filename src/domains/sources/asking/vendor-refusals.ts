import type { Clock } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import { openAlerts, raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Outcome } from '../port.ts';
import { endBreakerAlert, type NoteOutcome, openBreakerAlerts } from './breaker-alerts.ts';

const kind = 'source_refused';

export interface VendorRefusal {
  /** A sentence for the operator. */
  reason: string;
  since: Date;
}

/** Told of every outcome: a vendor that refuses our credential, or that its breaker keeps from us, is an alert until it answers. */
export function openVendorAlerts(parts: { db: Db; log: Log; clock: Clock }): NoteOutcome {
  const noteRefusal = openVendorRefusals(parts);
  const noteBreaker = openBreakerAlerts(parts);
  return async (source, outcome) => {
    await noteRefusal(source, outcome);
    await noteBreaker(source, outcome);
  };
}

/** Of a source that is switched off. */
export async function endVendorAlerts(db: Db, source: string): Promise<void> {
  await endVendorRefusal(db, source);
  await endBreakerAlert(db, source);
}

/** The alert is raised with every refusal, since another process may have closed it; the log has one line per reason. */
function openVendorRefusals({ db, log }: { db: Db; log: Log }): NoteOutcome {
  const last = new Map<string, string | null>();
  return async (source, outcome) => {
    const reason = refusalIn(outcome);
    const before = last.get(source);
    if (reason === undefined || (reason === null && before === null)) return;
    if (reason === null) await endVendorRefusal(db, source);
    else await raiseAlert(db, { kind, subject: source, details: { reason } });
    last.set(source, reason);
    if (reason !== null && reason !== before) log.warn({ source, reason }, 'a vendor refuses our calls');
  };
}

const endVendorRefusal = (db: Db, source: string): Promise<void> =>
  resolveAlert(db, { kind, subject: source });

/** What vendors refuse at present, by source. */
export async function vendorRefusals(db: Db): Promise<ReadonlyMap<string, VendorRefusal>> {
  const alerts = await openAlerts(db, kind);
  return new Map(
    alerts.map(({ subject, details, at }) => [subject, { reason: String(details.reason), since: at }]),
  );
}

/** Why the vendor refuses us, null where it answered, undefined where the outcome says neither. */
function refusalIn(outcome: Outcome): string | null | undefined {
  switch (outcome.outcome) {
    case 'misconfigured':
      return outcome.reason;
    case 'out_of_credits':
      return 'The vendor says that no credits are left: buy more, or switch the source off.';
    case 'found':
    case 'not_found':
      return null;
    default:
      return undefined;
  }
}
