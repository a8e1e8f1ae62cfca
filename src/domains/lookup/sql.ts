import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Finding } from './rules.ts';

/** The part of `pg.Pool` that the two hot statements use; they are prepared once a connection. */
export interface HotPool {
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

/**
 * Of a crowd, so many share a statement: the database works on one part while another is read or answered, and a greater
 * part would save little.
 */
export const lookupsAStatement = 128;

export interface ReadItem {
  account: number;
  profileHash: string;
  /** Only where the caller sent an idempotency key. */
  opKey: string | null;
}

/** An answer as it is stored: whole but for `credits`, which stand in their own columns. */
export interface StoredLookup {
  /** Null where the first request had no idempotency key. */
  requestHash: string | null;
  answer: string;
  charged: number;
  balanceAfter: number;
  reason: string;
}

export interface ReadResult {
  balance: number;
  /** The directory's document as JSON text; null when it has none or the person is suppressed. */
  contacts: string | null;
  paidLately: boolean;
  earlier: StoredLookup | null;
}

interface ReadRow {
  o_balance: number;
  o_contacts: string | null;
  o_repeat: boolean;
  o_request_hash: string | null;
  o_answer: string | null;
  o_charged: number;
  o_balance_after: number;
  o_reason: string;
}

/** Reads what each of the lookups needs to know; results in the order of the items. */
export async function readBatch(
  pool: HotPool,
  items: readonly ReadItem[],
  repeatDays: number,
): Promise<ReadResult[]> {
  const { rows } = await pool.query<ReadRow>({
    name: 'lookup_read_batch',
    text: 'select * from lookup_read_batch($1::bigint[], $2::uuid[], $3::uuid[], $4)',
    values: [
      plainArray(items.map((item) => item.account)),
      plainArray(items.map((item) => item.profileHash)),
      plainArray(items.map((item) => item.opKey)),
      repeatDays,
    ],
  });
  return rows.map((row) => ({
    balance: row.o_balance,
    contacts: row.o_contacts,
    paidLately: row.o_repeat,
    earlier: row.o_answer === null ? null : earlierOf(row, row.o_answer),
  }));
}

const earlierOf = (row: ReadRow, answer: string): StoredLookup => ({
  requestHash: row.o_request_hash,
  answer,
  charged: row.o_charged,
  balanceAfter: row.o_balance_after,
  reason: row.o_reason,
});

/** An array parameter of numbers, UUIDs and our own words, which need no quotes; the driver would quote each. */
const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join()}}`;

export interface CompleteItem {
  account: number;
  opKey: string;
  requestHash: string | null;
  profileHash: string;
  keyId: string;
  network: string;
  door: string;
  status: Finding['status'];
  price: Finding['price'];
  answer: string;
  /** What of a person the answer has, for the log of who was told: 1 e-mails, 2 phones, 4 links; null if of nobody. */
  told: number | null;
}

export type CompleteResult =
  | { outcome: 'kept' | 'answered_before'; balance: number }
  | { outcome: 'insufficient'; balance: number }
  | { outcome: 'busy' | KeyRefusal };

/** A key that is banned or revoked by now; nothing was spent or kept. */
export type KeyRefusal = 'key_banned' | 'invalid_key';

const outcomes = [
  'kept',
  'insufficient',
  'answered_before',
  'busy',
  null,
  null,
  'key_banned',
  'invalid_key',
] as const;

/** Pays, keeps and counts; `wait` queues behind accounts that another process holds instead of reporting them busy. */
export async function completeBatch(
  pool: HotPool,
  items: readonly CompleteItem[],
  options: { rememberRepeats: boolean; wait: boolean },
): Promise<CompleteResult[]> {
  const column = (pick: (item: CompleteItem) => string | number | null) => plainArray(items.map(pick));
  const { rows } = await pool.query<{ o_status: number; o_balance: number; o_kept: boolean }>({
    name: 'lookup_complete_batch',
    text: `select * from lookup_complete_batch($1::bigint[], $2::bigint[], $3::uuid[], $4::uuid[], $5::uuid[],
      $6::text[], $7::text[], $8::text[], string_to_array($9, e'\\x1e'), $10::smallint[],
      $11::text[], $12::text[], $13, $14)`,
    values: [
      column((item) => item.account),
      column((item) => item.price.credits),
      column((item) => item.opKey),
      column((item) => item.requestHash),
      column((item) => item.profileHash),
      column((item) => item.keyId),
      column((item) => item.status),
      column((item) => item.price.reason),
      // JSON has no control characters: joined, the answers need no escaping.
      items.map((item) => item.answer).join('\x1e'),
      column((item) => item.told),
      column((item) => item.network),
      column((item) => item.door),
      options.rememberRepeats,
      options.wait,
    ],
  });
  return rows.map(({ o_status, o_balance, o_kept }) => {
    const outcome = outcomes[o_status];
    if (!outcome) throw new Error(`a spend ended with status ${o_status}`);
    if (outcome === 'kept') return { outcome: o_kept ? 'kept' : 'answered_before', balance: o_balance };
    return outcome === 'insufficient' || outcome === 'answered_before'
      ? { outcome, balance: o_balance }
      : { outcome };
  });
}

/** Why each of these keys may be answered no more, as the database has it now; null for a key that may. */
export async function keyRefusals(pool: HotPool, keyIds: readonly string[]): Promise<(KeyRefusal | null)[]> {
  const { rows } = await pool.query<{ id: string; is_banned: boolean }>({
    name: 'lookup_key_refusals',
    text: `select id, banned_at is not null as is_banned from api_key
      where id = any ($1) and (banned_at is not null or revoked_at is not null)`,
    values: [keyIds],
  });
  const refused = new Map(
    rows.map(({ id, is_banned }) => [id, is_banned ? 'key_banned' : 'invalid_key'] as const),
  );
  return keyIds.map((id) => refused.get(id) ?? null);
}

/** The stored answer of one lookup with a key of this mode, unless it is older than 24 hours. */
export async function storedLookup(
  db: Db,
  account: number,
  mode: 'live' | 'test',
  opKey: string,
): Promise<StoredLookup | null> {
  const row = await db
    .selectFrom('lookup')
    .innerJoin('api_key', 'api_key.id', 'lookup.key_id')
    .select(['request_hash', 'answer', 'charged', 'balance_after', 'reason'])
    .where('lookup.account', '=', account)
    .where('mode', '=', mode)
    .where('op_key', '=', opKey)
    .where('lookup.created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
  if (!row) return null;
  return {
    requestHash: row.request_hash,
    answer: row.answer,
    charged: row.charged,
    balanceAfter: row.balance_after,
    reason: row.reason,
  };
}

/** Forgets answers older than 24 hours, and repeats that can no longer be free. */
export async function forgetOldAnswers(db: Db, repeatDays: number): Promise<void> {
  await sql`delete from lookup where created_at < now() - interval '24 hours'`.execute(db);
  await sql`delete from lookup_repeat where paid_at < now() - make_interval(days => ${repeatDays})`.execute(
    db,
  );
  await sql`delete from idempotent_answer where created_at < now() - interval '24 hours'`.execute(db);
}
