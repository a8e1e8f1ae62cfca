import { type Selectable, sql } from 'kysely';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { rowOrNull, run } from '#core/database/statement.ts';
import type { WebhookAttemptTable } from '#platform/database/rows.generated.ts';
import { presentUrl, type WebhookDelivery } from '../deliveries.ts';
import type { Message } from './lanes.ts';

/** When the attempts of a round come, after its first one. The last one ends it. */
const attemptsAfterMs = [0, 1, 5, 30, 120, 300, 600, 840, 1200, 1440, 2160, 2880, 3600, 4320].map(
  (minutes) => minutes * minuteMs,
);

export type NewAttempt = Pick<
  Selectable<WebhookAttemptTable>,
  'at' | 'status_code' | 'failure' | 'duration_ms'
>;

export const isAccepted = ({ status_code }: Pick<NewAttempt, 'status_code'>): boolean =>
  status_code !== null && status_code >= 200 && status_code <= 299;

/** The last attempt of a round. */
export const isLast = ({ round_attempts }: Message): boolean => round_attempts >= attemptsAfterMs.length;

/** 410 says that the receiver wants no more messages (Standard Webhooks, "Deliverability"). */
function statusAfter(attempt: NewAttempt, message: Message): WebhookDelivery['status'] {
  if (isAccepted(attempt)) return 'delivered';
  return attempt.status_code === 410 || isLast(message) ? 'failed' : 'waiting';
}

/** Records an attempt, and plans the next one unless this one ends the message. A message whose endpoint was deleted goes. */
export async function recordAttempt(db: Db, message: Message, attempt: NewAttempt): Promise<void> {
  const { account, id, attempts: number } = message;
  const { at, status_code, failure, duration_ms } = attempt;
  const status = statusAfter(attempt, message);
  const next = new Date(message.started_at.getTime() + (attemptsAfterMs[message.round_attempts] ?? 0));
  const { numDeletedRows: wasDeleted } = await db
    .deleteFrom('webhook_delivery')
    .where('account', '=', account)
    .where('id', '=', id)
    .where('endpoint', 'is distinct from', message.endpoint)
    .executeTakeFirst();
  if (wasDeleted) return;
  await run(db)`
    with recorded as (
      insert into webhook_attempt (account, delivery, number, at, status_code, failure, duration_ms)
      select account, id, ${number}, ${at}, ${status_code}, ${failure}, ${duration_ms}
      from webhook_delivery where account = ${account} and id = ${id}
      on conflict do nothing
    )
    update webhook_delivery set status = ${status}, sending = false,
      url = ${status === 'waiting' ? presentUrl : sql`url`},
      next_attempt_at = ${status === 'waiting' ? next : null},
      ended_at = ${status === 'waiting' ? null : at}
    where account = ${account} and id = ${id} and attempts = ${number}`;
}

/** An hour less than the attempts of a message last, so that one message is enough. */
const switchedOffAfterMs = 3 * dayMs - hourMs;

export interface SwitchedOff {
  id: string;
  name: string;
  url: string;
  failing_since: Date;
}

/** Notes that an endpoint answers, or since when it fails. Disables one that has failed for three days, and returns it then. */
export async function noteEndpoint(
  db: Db,
  { endpoint }: Message,
  attempt: NewAttempt,
): Promise<SwitchedOff | null> {
  if (endpoint === null) return null;
  if (isAccepted(attempt)) {
    await run(
      db,
    )`update webhook_endpoint set failing_since = null where id = ${endpoint} and failing_since is not null`;
    return null;
  }
  const { at } = attempt;
  const overdue = sql`enabled and failing_since <= ${new Date(at.getTime() - switchedOffAfterMs)}`;
  await run(
    db,
  )`update webhook_endpoint set failing_since = ${at} where id = ${endpoint} and failing_since is null`;
  return rowOrNull<SwitchedOff>(db)`
    update webhook_endpoint set enabled = false, switched_off_at = ${at} where id = ${endpoint} and ${overdue}
    returning id, name, url, failing_since`;
}
