import type { Ports } from '#core/context.ts';
import type { Trail, TrailEntry } from '#core/kernel.ts';
import { writeCustomerAct } from './customer-acts.ts';

/** Acts of these callers, for their account. */
const customers: ReadonlySet<TrailEntry['by']> = new Set(['key', 'agent', 'extension', 'internal']);

/**
 * Writes what was done in the transaction that does it: a customer's act to the log of customers' acts, where it can't crowd out
 * operators', and everything else to the audit log.
 */
export const openTrail = (settings: Pick<Ports['settings'], 'current'>): Trail => ({
  async write(db, { by, ...entry }) {
    const { account_id: accountId } = entry.details;
    if (customers.has(by) && typeof accountId === 'string') {
      const { account_acts_per_day: perDay } = settings.current();
      return writeCustomerAct(db, accountId, entry, perDay);
    }
    const { requestId, details, ...columns } = entry;
    await db
      .insertInto('audit_entry')
      .values({ ...columns, request_id: requestId, details: JSON.stringify(details) })
      .execute();
  },
});
