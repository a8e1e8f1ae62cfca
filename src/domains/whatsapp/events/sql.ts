import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Delivery, VendorError } from '#platform/messaging/messaging.ts';
import { acts } from '../outages/rules.ts';

/** An event only counts if it comes after what is known. They arrive in any order, and several times. */
const order = ['sending', 'not_sent', 'accepted', 'sent', 'delivered', 'read', 'failed'];

/** Stores the delivery of messages in one statement. Returns the errors of messages that hadn't failed before. */
export async function storeDeliveries(
  db: Db,
  deliveries: readonly Delivery[],
  now: Date,
): Promise<VendorError[]> {
  const newest = newestOf(deliveries);
  if (newest.length === 0) return [];
  const { rows } = await sql<{ position: number }>`
    with event as (
      select *, array_position(${order}::text[], delivery) as rank
      from unnest(
        ${newest.map(({ reference }) => reference)}::text[], ${newest.map(({ id }) => id)}::text[],
        ${newest.map(({ delivery }) => delivery)}::text[], ${newest.map(({ at }) => at ?? now)}::timestamptz[],
        ${newest.map(({ error }) => error?.code ?? null)}::integer[],
        ${newest.map((each) => restsUntil(each, now))}::timestamptz[]
      ) with ordinality as told(reference, own_id, delivery, at, error_code, rests_until, position)
    ),
    matched as (
      select event.*, message.id
      from event
      join whatsapp_message as message on message.reference = event.reference
      union
      select event.*, message.id
      from event
      join whatsapp_message as message on message.id = event.own_id
    ),
    latest as (
      select distinct on (id) * from matched order by id, rank desc
    ),
    in_turn as (
      select message.id from whatsapp_message as message
      where message.id = any (array(select id from latest))
      order by message.id
      for update
    )
    update whatsapp_message as message set
      reference = coalesce(message.reference, latest.reference),
      delivery = latest.delivery,
      -- The vendor's times have whole seconds.
      delivery_at = greatest(latest.at, message.sent_at),
      error_code = latest.error_code,
      rests_until = coalesce(latest.rests_until, message.rests_until)
    from latest, in_turn
    where message.id = latest.id and in_turn.id = latest.id
      and latest.rank > array_position(${order}::text[], message.delivery)
    returning latest.position::integer`.execute(db);
  return rows.flatMap(({ position }) => newest[position - 1]!.error ?? []);
}

/** The last event of each message in its order, which leaves repeats out. */
function newestOf(deliveries: readonly Delivery[]): Delivery[] {
  const newest = new Map<string, Delivery>();
  for (const each of deliveries) {
    const known = newest.get(each.reference);
    if (!known || order.indexOf(each.delivery) > order.indexOf(known.delivery)) {
      newest.set(each.reference, each);
    }
  }
  return [...newest.values()];
}

function restsUntil({ error }: Delivery, now: Date): Date | null {
  const restMs = error && acts[error.trouble].restMs;
  return restMs ? new Date(now.getTime() + restMs) : null;
}
