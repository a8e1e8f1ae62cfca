export { countOpenAlerts, openAlerts, raiseAlert, resolveAlert, resolveAlerts } from './alerts.ts';

import type { Trail } from '#core/kernel.ts';

/** Writes an operator's audit row in the transaction it describes. */
export const auditTrail: Trail = {
  async write(db, { actor, operation, event, requestId, details }) {
    await db
      .insertInto('audit_entry')
      .values({ actor, operation, event, request_id: requestId, details: JSON.stringify(details) })
      .execute();
  },
};
