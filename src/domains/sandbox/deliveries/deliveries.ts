import { sql } from 'kysely';
import { hourMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { rowOrNull, rowsOf, run } from '#core/database/statement.ts';
import { newId } from '#core/ids.ts';
import type { SandboxEvent } from '../sales/acts.ts';

/** A delivery with the exact bytes to send. */
export interface DueDelivery {
  id: string;
  body: string;
  /** This one included. */
  tries: number;
  /** The next try would come too late. */
  isLast: boolean;
}

export interface ShownDelivery {
  event: string;
  tries: number;
  acceptedAt: Date | null;
}

/** Like real providers, the sandbox gives up a day after the event. */
const givesUpAfterMs = 24 * hourMs;

/** Longer than a try may take, so that no two processes send the same delivery at once. */
const firstRetrySeconds = 15;
const retrySecondsMax = 3600;

export async function addDeliveries(
  db: Db,
  sale: string,
  events: readonly SandboxEvent[],
  at: Date,
): Promise<void> {
  for (const { name, facts } of events) {
    const body = JSON.stringify({ event: name, created_at: at.toISOString(), facts });
    await sql`
      insert into sandbox_delivery (id, sale, event, body, created_at, next_try_at)
      values (${newId('evt')}, ${sale}, ${name}, ${body}, ${at}, ${at})`.execute(db);
  }
}

/** Takes the delivery that has been due for longest, and plans its next try in case this one fails or its process dies. */
export const takeDelivery = (db: Db, at: Date): Promise<DueDelivery | null> =>
  rowOrNull<DueDelivery>(db)`
    update sandbox_delivery set
      tries = tries + 1,
      next_try_at = ${at}::timestamptz
        + least(${firstRetrySeconds} * power(2, least(tries, 20)), ${retrySecondsMax}) * interval '1 second'
    where id = (
      select id from sandbox_delivery
      where accepted_at is null and next_try_at <= ${at} and created_at > ${new Date(at.getTime() - givesUpAfterMs)}
      order by next_try_at, position
      limit 1
      for update skip locked
    )
    returning id, body, tries, next_try_at >= created_at + ${givesUpAfterMs / 1000} * interval '1 second' as "isLast"`;

export const markAccepted = (db: Db, id: string, at: Date): Promise<void> =>
  run(db)`update sandbox_delivery set accepted_at = ${at} where id = ${id}`;

/** The latest deliveries of a sale, newest first. */
export const listDeliveries = (db: Db, sale: string): Promise<ShownDelivery[]> =>
  rowsOf<ShownDelivery>(db)`
    select event, tries, accepted_at as "acceptedAt" from sandbox_delivery
    where sale = ${sale} order by position desc limit 20`;
