import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { DeliveryTable } from '#platform/database/rows.generated.ts';

/** What a provider sent. */
export interface Delivery {
  id: number;
  provider: string;
  event: string | null;
  type: string;
  receivedAt: Date;
  /** How often the same bytes came again. */
  repeats: number;
  tries: number;
  appliedAt: Date | null;
  /** How many facts it told. Null until it is applied. */
  facts: number | null;
  /** Why the last try failed. */
  problem: string | null;
}

type Row = Omit<Selectable<DeliveryTable>, 'body' | 'digest'>;

const deliveryOf = (row: Row): Delivery => ({
  id: row.id,
  provider: row.provider,
  event: row.event,
  type: row.type,
  receivedAt: row.received_at,
  repeats: row.repeats,
  tries: row.tries,
  appliedAt: row.applied_at,
  facts: row.facts,
  problem: row.problem,
});

const columns = [
  'id',
  'provider',
  'event',
  'type',
  'received_at',
  'repeats',
  'tries',
  'applied_at',
  'facts',
  'problem',
] as const;

export interface NewDelivery {
  provider: string;
  digest: Buffer;
  event: string | null;
  type: string;
  body: Buffer;
  receivedAt: Date;
}

/** Stores a delivery. The same bytes are stored once. */
export async function storeDelivery(
  db: Db,
  { provider, digest, event, type, body, receivedAt }: NewDelivery,
): Promise<{ id: number; isApplied: boolean }> {
  const { rows } = await sql<{ id: number; is_applied: boolean }>`
    insert into delivery (provider, digest, event, type, body, received_at)
    values (${provider}, ${digest}, ${event}, ${type}, ${body}, ${receivedAt})
    on conflict (provider, digest) do update set repeats = delivery.repeats + 1
    returning id, applied_at is not null as is_applied`.execute(db);
  return { id: rows[0]!.id, isApplied: rows[0]!.is_applied };
}

export async function deliveryById(db: Db, id: number): Promise<Delivery | null> {
  const row = await db.selectFrom('delivery').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? deliveryOf(row) : null;
}

export async function bodyOf(db: Db, id: number): Promise<Buffer> {
  const { body } = await db
    .selectFrom('delivery')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return body;
}

export async function markApplied(db: Db, id: number, facts: number, at: Date): Promise<void> {
  await sql`
    update delivery set applied_at = ${at}, facts = ${facts}, problem = null, tries = tries + 1 where id = ${id}`.execute(
    db,
  );
}

/** Gives how often it was tried by now. */
export async function markFailed(db: Db, id: number, problem: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    update delivery set problem = ${problem}, tries = tries + 1 where id = ${id} returning tries`.execute(db);
  return rows[0]?.tries ?? 0;
}

/** Deliveries that came before this time and still wait, oldest first. */
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
  let query = db.selectFrom('delivery').select(columns).orderBy('id', 'desc').limit(limit);
  if (provider !== undefined) query = query.where('provider', '=', provider);
  if (before !== undefined) query = query.where('id', '<', before);
  if (status === 'applied') query = query.where('applied_at', 'is not', null);
  if (status === 'waiting') query = query.where('applied_at', 'is', null).where('problem', 'is', null);
  if (status === 'failed') query = query.where('applied_at', 'is', null).where('problem', 'is not', null);
  return (await query.execute()).map(deliveryOf);
}

/** Bodies name buyers, so they are kept only while a provider may still send them again. */
export async function deleteAppliedDeliveries(db: Db, receivedBefore: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('delivery')
    .where('applied_at', 'is not', null)
    .where('received_at', '<', receivedBefore)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
