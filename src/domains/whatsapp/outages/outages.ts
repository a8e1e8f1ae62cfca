import type { Db } from '#core/context.ts';
import { fieldOf, run } from '#core/database/statement.ts';
import { raiseAlert, resolveAlerts } from '#domains/audit/index.ts';
import type { VendorError } from '#platform/messaging/messaging.ts';
import { acts, overOnSuccess } from './rules.ts';

const kind = 'whatsapp_trouble';

/** Alerts operators, and stops all processes from sending for a while if no message would go out anyway. */
export async function actOnError(db: Db, { code, trouble }: VendorError, now: Date): Promise<void> {
  const { alerts, pauseMs } = acts[trouble];
  if (alerts) await raiseAlert(db, { kind, subject: trouble, details: { code } });
  if (pauseMs) await pauseUntil(db, new Date(now.getTime() + pauseMs));
}

const unreachable = 'unreachable';

/** Alerts operators that the vendor can't be reached. */
export const alertUnreachable = (db: Db): Promise<void> =>
  raiseAlert(db, { kind, subject: unreachable, details: {} });

/** A message was accepted: what stopped every message is over. */
export const closeTroubles = (db: Db): Promise<void> =>
  resolveAlerts(db, { kind, subjects: [unreachable, ...overOnSuccess] });

/** The time until which no process sends anything, or null. */
export const pausedUntil = (db: Db, now: Date): Promise<Date | null> =>
  fieldOf<Date | null>(db)`
    select until from whatsapp_pause where until > ${now}`;

/** Never shortens a pause. */
export const pauseUntil = (db: Db, until: Date): Promise<void> =>
  run(db)`
    insert into whatsapp_pause (until) values (${until})
    on conflict (is_only) do update set until = greatest(whatsapp_pause.until, excluded.until)`;
