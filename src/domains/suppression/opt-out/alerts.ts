import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { type WaitingCause, waitingCauses } from '../rules.ts';

const waiting = 'opt_out_waiting';

/**
 * Alerts operators that requests wait for them. One alert per cause, so that a flood of requests can't bury other alerts.
 */
export const alertWaiting = (db: Db, because: WaitingCause): Promise<void> =>
  raiseAlert(db, {
    kind: waiting,
    subject: because,
    details: { see: 'GET /api/v1/admin/opt-outs?status=open' },
  });

/** Raises and resolves the alerts to match the open requests. */
export async function reviewWaitingAlerts(db: Db): Promise<void> {
  const { rows } = await sql<{ cause: WaitingCause; waits: boolean }>`
    select cause, exists (
      select from opt_out_request where status = 'open' and way = 'operator' and waits_because = cause
    ) as waits
    from unnest(${[...waitingCauses]}::text[]) as cause`.execute(db);
  for (const { cause, waits } of rows) {
    if (waits) await alertWaiting(db, cause);
    else await resolveAlert(db, { kind: waiting, subject: cause });
  }
}
