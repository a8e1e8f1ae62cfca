import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { Finding } from './rules.ts';

/** The part of `pg.Pool` that the two hot statements use; they are prepared once a connection. */
export interface HotPool {
  query<Row>(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: Row[] }>;
}

/**
 * Of a crowd, so many share a statement: the database works on one part while another is read or answered, and a greater
 * part would save little.
 */
export const lookupBatchMax = 128;

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

/**
 * How an operation stands that was begun before. `abandoned`: the process that worked on it died. `closed`: what was set
 * aside for it is closed and no answer is kept, so that a repeat needs a new key.
 */
export type OperationState = 'answered' | 'worked_on' | 'abandoned' | 'closed';

export interface ReadResult {
  balance: number;
  /** Credits that are set aside, and may come back. */
  held: number;
  /** The directory's document as JSON text; null when it has none or the person is suppressed. */
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
  clientReference: string | null;
  /** Answered for a test key: it doesn't count in reports about all accounts. */
  isTest: boolean;
  status: Finding['status'];
  price: Finding['price'];
  /** Credits the account must have for it, whether or not it spends them: whoever can't pay is refused on a miss too. */
  needed: number;
  answer: string;
  /** What of a person the answer has, for the log of who was told: 1 e-mails, 2 phones, 4 links; null if of nobody. */
  disclosedFields: number | null;
}

export type CompleteResult =
  | { outcome: 'kept' | 'answered_before'; balance: number }
  | { outcome: 'insufficient'; balance: number }
  | { outcome: 'busy' | KeyRefusal };

/** A key that is banned or revoked by now; nothing was spent or kept. */
export type KeyRefusal = 'key_banned' | 'invalid_key';

interface CompleteRow {
  o_outcome: CompleteResult['outcome'] | 'other_amount' | 'unknown_account';
  o_balance: number;
}

/** Pays, keeps and counts; `wait` queues behind accounts that another process holds instead of reporting them busy. */
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
      // JSON has no control characters: joined, the answers need no escaping.
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
  return row ? storedOf(row) : null;
}

/** The stored answer in a row of the table. */
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
