import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlerts } from '#domains/audit/index.ts';
import type { VendorError } from '#platform/messaging/messaging.ts';
import { acts, overOnSuccess } from './rules.ts';
import { pauseUntil } from './sql.ts';

const kind = 'whatsapp_trouble';

/** Tells operators, and stops all processes from sending for a while if no message would go out anyway. */
export async function actOnError(db: Db, { code, trouble }: VendorError, now: Date): Promise<void> {
  const { alerts, pauseMs } = acts[trouble];
  if (alerts) await raiseAlert(db, { kind, subject: trouble, details: { code } });
  if (pauseMs) await pauseUntil(db, new Date(now.getTime() + pauseMs));
}

const unreachable = 'unreachable';

/** Tells operators that the vendor can't be reached. */
export const alertUnreachable = (db: Db): Promise<void> =>
  raiseAlert(db, { kind, subject: unreachable, details: {} });

/** A message was accepted: what stopped every message is over. */
export const closeTroubles = (db: Db): Promise<void> =>
  resolveAlerts(db, { kind, subjects: [unreachable, ...overOnSuccess] });
