import { type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** A stored answer. Its `credits` are in their own columns. */
export interface StoredLookup {
  /** Null when the first request had no idempotency key. */
  requestHash: string | null;
  /** JSON: the answer, or its envelope when the directory answered. */
  answer: string;
  /** As an envelope's answer tells it. */
  createdAt: Date;
  /** The document that the directory told, while it may be told again. */
  document: string | null;
  charged: number;
  balanceAfter: number;
  /** Null where it follows from the charge. */
  reason: string | null;
}

/** The stored answer of a lookup made with a key of this mode. Null when it is no longer kept. */
export async function storedLookup(
  db: Db,
  account: number,
  mode: 'live' | 'test',
  opKey: string,
): Promise<StoredLookup | null> {
  const row = await db
    .selectFrom('lookup')
    .select(['request_hash', 'answer', 'created_at', 'charged', 'balance_after', 'reason'])
    .select(sql<string | null>`directory_document(profile_hash, document_version)`.as('document'))
    .where('account', '=', account)
    .where('is_test', '=', mode === 'test')
    .where('op_key', '=', opKey)
    .where(sql<SqlBool>`(kept_until is null or kept_until > now())`)
    .executeTakeFirst();
  return row ? storedOf(row) : null;
}

/** Converts a row of the table. */
export const storedOf = (row: {
  request_hash: string | null;
  answer: string;
  created_at: Date;
  document?: string | null;
  charged: number;
  balance_after: number;
  reason: string | null;
}): StoredLookup => ({
  requestHash: row.request_hash,
  answer: row.answer,
  createdAt: row.created_at,
  document: row.document ?? null,
  charged: row.charged,
  balanceAfter: row.balance_after,
  reason: row.reason,
});
