import { type Selectable, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import { columnsOf, instant, instantOrNull, orNull } from '#core/shapes.ts';
import type { DeliveryTable } from '#platform/database/rows.generated.ts';
import type { ProviderFact } from '#platform/payments/port.ts';

export const DeliveryReport = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    event: orNull(Type.String(), "The provider's id of the event. It is not signed."),
    type: Type.String({ description: "The provider's name of the event." }),
    received_at: instant('When it first arrived.'),
    repeats: Type.Integer({ description: 'How often the same bytes arrived again.' }),
    tries: Type.Integer({ description: 'Number of attempts to apply it.' }),
    applied_at: instantOrNull('When it was applied. Null while it waits.'),
    facts: orNull(Type.Integer(), 'Number of payment facts it contained. Null until it is applied.'),
    problem: orNull(Type.String(), 'Why the last try failed.'),
  },
  { title: 'PaymentDelivery' },
);
export type DeliveryReport = Static<typeof DeliveryReport>;

export type Delivery = Pick<Selectable<DeliveryTable>, keyof DeliveryReport>;

export const deliveryReport = ({ id, ...delivery }: Delivery): DeliveryReport => ({
  id: String(id),
  ...delivery,
});

const deliveries = (db: Db) => db.selectFrom('delivery').select(columnsOf(DeliveryReport));

type NewDelivery = Pick<
  Selectable<DeliveryTable>,
  'provider' | 'digest' | 'event' | 'type' | 'body' | 'received_at'
>;

/** Stores a delivery. The same bytes are stored once. */
export async function storeDelivery(
  db: Db,
  { provider, digest, event, type, body, received_at }: NewDelivery,
): Promise<{ id: number; is_applied: boolean }> {
  const { rows } = await sql<{ id: number; is_applied: boolean }>`
    insert into delivery (provider, digest, event, type, body, received_at)
    values (${provider}, ${digest}, ${event}, ${type}, ${body}, ${received_at})
    on conflict (provider, digest) do update set repeats = delivery.repeats + 1
    returning id, applied_at is not null as is_applied`.execute(db);
  return rows[0]!;
}

export const deliveryById = async (db: Db, id: number): Promise<Delivery | null> =>
  (await deliveries(db).where('id', '=', id).executeTakeFirst()) ?? null;

export async function bodyOf(db: Db, id: number): Promise<Buffer> {
  const { body } = await db
    .selectFrom('delivery')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return body;
}

export async function markApplied(
  db: Db,
  id: number,
  facts: readonly ProviderFact[],
  at: Date,
): Promise<void> {
  await sql`
    update delivery set applied_at = ${at}, facts = ${facts.length}, mentions = ${mentionedIn(facts)}, problem = null,
      tries = tries + 1
    where id = ${id}`.execute(db);
}

/** The provider's ids that the facts name. */
const mentionedIn = (facts: readonly ProviderFact[]): string[] => [
  ...new Set(
    facts.flatMap((fact) => {
      if (fact.kind === 'refund') return [fact.refund.payment];
      if (fact.kind === 'dispute') return [fact.dispute.payment];
      if (fact.kind === 'subscription') return [fact.subscription.id];
      const { id, order } = fact.payment;
      return [
        id,
        ...(order === null ? [] : [order]),
        ...(fact.kind === 'charge' ? [fact.subscription.id] : []),
      ];
    }),
  ),
];

/** Applied deliveries that mention one of these ids of the provider, newest first. */
export const deliveriesAbout = (db: Db, provider: string, ids: readonly string[]): Promise<Delivery[]> =>
  deliveries(db)
    .where('provider', '=', provider)
    .where(sql<boolean>`mentions && ${[...ids]}::text[]`)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();

/** Returns the number of attempts so far. */
export async function markFailed(db: Db, id: number, problem: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update delivery set problem = ${problem}, tries = tries + 1 where id = ${id} returning tries`.execute(db);
  return rows[0]?.tries ?? 0;
}

/** Deliveries that came before this time and haven't been applied, oldest first. */
export async function waitingDeliveries(
  db: Db,
  { receivedBefore, triesMax }: { receivedBefore: Date; triesMax: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('id')
    .where('applied_at', 'is', null)
    .where('received_at', '<', receivedBefore)
    .where('tries', '<', triesMax)
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

export interface DeliveryFilter {
  provider: string | undefined;
  status: 'applied' | 'waiting' | 'failed' | undefined;
  before: number | undefined;
  limit: number;
}

/** Newest first. */
export async function listedDeliveries(
  db: Db,
  { provider, status, before, limit }: DeliveryFilter,
): Promise<Delivery[]> {
  let query = deliveries(db).orderBy('id', 'desc').limit(limit);
  if (provider !== undefined) query = query.where('provider', '=', provider);
  if (before !== undefined) query = query.where('id', '<', before);
  if (status === 'applied') query = query.where('applied_at', 'is not', null);
  if (status === 'waiting') query = query.where('applied_at', 'is', null).where('problem', 'is', null);
  if (status === 'failed') query = query.where('applied_at', 'is', null).where('problem', 'is not', null);
  return query.execute();
}

/** Bodies name buyers, so they are kept only as long as a provider may send them again. */
export const deleteAppliedDeliveries = (db: Db, receivedBefore: Date): Promise<number> =>
  deleteInBatches(db, 'delivery', {
    where: sql`applied_at is not null and received_at < ${receivedBefore}`,
    oldestBy: 'id',
  });
