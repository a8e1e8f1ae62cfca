import { sql } from 'kysely';
import type { Db, Ports } from '#core/context.ts';
import { Failure } from '#core/failure.ts';
import type { Trail, TrailEntry } from '#core/kernel.ts';

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

/** Writes a customer's act. Fails with `rate_limited`, which rolls the act back, if the account has used up its day. */
async function writeCustomerAct(
  db: Db,
  accountId: string,
  { actor, operation, event, requestId, details }: Omit<TrailEntry, 'by'>,
  perDay: number,
): Promise<void> {
  const { account_id: _, ...rest } = details;
  const { rows } = await sql<{ waits: number | null }>`
    with doing as (
      select id as account from account where account_id = ${accountId}
    ), last_allowed as (
      select at from customer_act join doing using (account)
      where at > clock_timestamp() - interval '24 hours'
      order by at desc offset ${perDay - 1} limit 1
    ), written as (
      insert into customer_act (account, actor, operation, event, request_id, details)
      select account, ${actor}, ${operation}, ${event}, ${requestId}, ${JSON.stringify(rest)}::jsonb
      from doing where not exists (select from last_allowed)
    )
    select ceil(extract(epoch from at + interval '24 hours' - clock_timestamp()))::integer as waits from last_allowed`.execute(
    db,
  );
  if (rows[0]) throw dayUsedUp(perDay, Math.max(1, rows[0].waits ?? 1));
}

const dayUsedUp = (limit: number, retryAfter: number): Failure =>
  new Failure('rate_limited', {
    detail: `This account made ${limit} changes within 24 hours. Wait for \`Retry-After\`.`,
    members: { limit, retry_after: retryAfter },
    headers: { 'Retry-After': String(retryAfter) },
  });
