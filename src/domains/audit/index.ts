export { countOpenAlerts, openAlerts, raiseAlert, resolveAlert } from './alerts.ts';

import type { Trail } from '#core/kernel.ts';

/** Writes the audit row of an operator's mutation in the mutation's own transaction. */
export const auditTrail: Trail = {
  async write(db, { actor, operation, event, requestId, details }) {
    await db
      .insertInto('audit_entry')
      .values({ actor, operation, event, request_id: requestId, details: JSON.stringify(details) })
      .execute();
  },
};
