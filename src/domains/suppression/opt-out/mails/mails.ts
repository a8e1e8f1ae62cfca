import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { optOutLimits, type WaitingCause } from '../../rules.ts';

export interface UnmailedOptOut {
  id: string;
  target: string;
  expiresAt: Date;
}

/**
 * Takes the next batch of mails to send. Untried ones come first, so that one that can't be delivered doesn't hold up others.
 * No process takes a mail again for `mailRetryMs`.
 */
export async function takeUnmailed(db: Db, at: Date): Promise<UnmailedOptOut[]> {
  const triedBefore = new Date(at.getTime() - optOutLimits.mailRetryMs);
  const { rows } = await sql<UnmailedOptOut>`
    update opt_out_request set mail_tried_at = ${at}
    where id in (
      select id from opt_out_request
      where status = 'open' and way = 'mail' and mailed_at is null and expires_at > ${at}
        and (mail_tried_at is null or mail_tried_at <= ${triedBefore})
      order by mail_tried_at nulls first, created_at
      limit ${optOutLimits.mailBatchMax}
      for update skip locked
    )
    returning id, target, expires_at as "expiresAt"`.execute(db);
  return rows;
}

export async function markMailed(db: Db, id: string, at: Date): Promise<void> {
  await sql`update opt_out_request set mailed_at = ${at} where id = ${id}`.execute(db);
}

/** Leaves a request whose mail was not accepted to the operator. A token that arrived anyway stays valid. */
export async function assignToOperator(db: Db, id: string, because: WaitingCause): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', waits_because = ${because}, expires_at = 'infinity'
    where id = ${id} and status = 'open' and way = 'mail'`.execute(db);
}

/** The same for all requests made until `until` whose mail was never accepted. */
export async function assignUnmailedToOperator(db: Db, until: Date, because: WaitingCause): Promise<void> {
  await sql`
    update opt_out_request set way = 'operator', waits_because = ${because}, expires_at = 'infinity'
    where status = 'open' and way = 'mail' and mailed_at is null and created_at <= ${until}`.execute(db);
}
