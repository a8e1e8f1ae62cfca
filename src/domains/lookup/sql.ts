import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { Finding } from './rules.ts';

/** The part of `pg.Pool` that the two hot statements use. They are prepared once per connection. */
export interface HotPool {
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

/**
 * Maximum number of lookups per statement. While the database works on one batch, another is read or answered; larger batches
 * would save little.
 */
export const lookupBatchMax = 128;

export interface ReadItem {
  account: number;
  profileHash: string;
  /** Set only when the caller sent an idempotency key. */
  opKey: string | null;
}

/** A stored answer. Its `credits` are in their own columns. */
export interface StoredLookup {
  /** Null when the first request had no idempotency key. */
  requestHash: string | null;
  answer: string;
  charged: number;
  balanceAfter: number;
  reason: string;
}

/**
 * State of an operation that began earlier. `abandoned`: its process died. `closed`: its hold is closed and it has no answer,
 * so a repeat needs a new key.
 */
export type OperationState = 'answered' | 'worked_on' | 'abandoned' | 'closed';

export interface ReadResult {
  balance: number;
  /** Credits on hold, which may come back. */
  held: number;
  /** The directory's document as JSON text. Null when there is none or the person is suppressed. */
  contacts: string | null;
  paidRecently: boolean;
  earlier: StoredLookup | null;
  /** Null for a new operation. */
  state: OperationState | null;
}

interface ReadRow {
  o_balance: number;
  o_held: number;
  o_state: OperationState | null;
  o_contacts: string | null;
  o_repeat: boolean;
  o_request_hash: string | null;
  o_answer: string | null;
  o_charged: number;
  o_balance_after: number;
  o_reason: string;
}

/** Reads what each lookup needs to know. Results are in the order of the items. */
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
    held: row.o_held,
    contacts: row.o_contacts,
    paidRecently: row.o_repeat,
    earlier: row.o_answer === null ? null : earlierOf(row, row.o_answer),
    state: row.o_state,
  }));
}

const earlierOf = (row: ReadRow, answer: string): StoredLookup => ({
  requestHash: row.o_request_hash,
  answer,
  charged: row.o_charged,
  balanceAfter: row.o_balance_after,
  reason: row.o_reason,
});

export const parseContacts = (text: string | null): ContactSet | null =>
  text === null ? null : (JSON.parse(text) as ContactSet);

/** An array literal for numbers, UUIDs and our own words, which need no quotes. The driver would quote each. */
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
  clientReference: string | null;
  /** A test key's lookup. Excluded from reports about all accounts. */
  isTest: boolean;
  status: Finding['status'];
  price: Finding['price'];
  /** Credits the account must have, spent or not, so that a miss is refused like a hit. */
  needed: number;
  answer: string;
  /** What the answer disclosed, for the log: 1 e-mails, 2 phones, 4 links. Null when it disclosed nobody. */
  disclosedFields: number | null;
}

export type CompleteResult =
  | { outcome: 'kept' | 'answered_before'; balance: number }
  | { outcome: 'insufficient'; balance: number }
  | { outcome: 'busy' | KeyRefusal };

/** The key was banned or revoked meanwhile. Nothing was spent or stored. */
export type KeyRefusal = 'key_banned' | 'invalid_key';

interface CompleteRow {
  o_outcome: CompleteResult['outcome'] | 'other_amount' | 'unknown_account';
  o_balance: number;
}

/** Pays, stores and counts. `wait` queues behind accounts that another process holds, instead of returning `busy`. */
export async function completeBatch(
  pool: HotPool,
  items: readonly CompleteItem[],
  options: { rememberRepeats: boolean; wait: boolean },
): Promise<CompleteResult[]> {
  const column = (pick: (item: CompleteItem) => string | number | null) => plainArray(items.map(pick));
  const { rows } = await pool.query<CompleteRow>({
    name: 'lookup_complete_batch',
    text: `select * from lookup_complete_batch($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[], $5::uuid[],
      $6::uuid[], $7::text[], $8::boolean[], $9::text[], $10::text[], string_to_array($11, e'\\x1e'), $12::smallint[],
      $13::text[], $14::text[], $15::text[], $16, $17)`,
    values: [
      column((item) => item.account),
      column((item) => item.price.credits),
      column((item) => item.needed),
      column((item) => item.opKey),
      column((item) => item.requestHash),
      column((item) => item.profileHash),
      column((item) => item.keyId),
      column((item) => String(item.isTest)),
      column((item) => item.status),
      column((item) => item.price.reason),
      // JSON contains no control characters, so the joined answers need no escaping.
      items.map((item) => item.answer).join('\x1e'),
      column((item) => item.disclosedFields),
      column((item) => item.network),
      column((item) => item.door),
      items.map((item) => item.clientReference),
      options.rememberRepeats,
      options.wait,
    ],
  });
  return rows.map(completeResultOf);
}

function completeResultOf({ o_outcome: outcome, o_balance: balance }: CompleteRow): CompleteResult {
  switch (outcome) {
    case 'kept':
    case 'answered_before':
    case 'insufficient':
      return { outcome, balance };
    case 'busy':
    case 'key_banned':
    case 'invalid_key':
      return { outcome };
    default:
      throw new Error(`a lookup ended with ${outcome}`);
  }
}

/** Why each of these keys may no longer be used, according to the database. Null for a key that may. */
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

/** The stored answer of a lookup made with a key of this mode. Null when it is older than 24 hours. */
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
  return row ? storedOf(row) : null;
}

/** Converts a row of the table. */
export const storedOf = (row: {
  request_hash: string | null;
  answer: string;
  charged: number;
  balance_after: number;
  reason: string;
}): StoredLookup => ({
  requestHash: row.request_hash,
  answer: row.answer,
  charged: row.charged,
  balanceAfter: row.balance_after,
  reason: row.reason,
});
