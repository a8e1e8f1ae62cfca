import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Delivery } from '#platform/messaging/messaging.ts';

export interface StoredMessage {
  id: string;
  account_id: string;
  number: string;
  sent_at: Date;
  delivery: 'sending' | 'not_sent' | 'accepted' | Delivery['delivery'];
  delivery_at: Date | null;
  error_code: number | null;
  confirmed: boolean;
}

export interface MessageFilter {
  /** Null for all accounts. */
  account: number | null;
  /** Whether nobody got it. */
  failed: boolean | undefined;
  /** The last message of the page before. */
  before: string | undefined;
  limit: number;
}

/** Newest first. */
export async function newestMessages(
  db: Db,
  { account, failed, before, limit }: MessageFilter,
): Promise<StoredMessage[]> {
  const conditions = [sql`true`];
  if (account !== null) conditions.push(sql`message.account = ${account}`);
  if (failed !== undefined) conditions.push(sql`(delivery in ('not_sent', 'failed')) = ${failed}`);
  if (before !== undefined) {
    conditions.push(
      sql`(sent_at, message.id) < (select sent_at, id from whatsapp_message where id = ${before})`,
    );
  }
  const { rows } = await sql<StoredMessage>`
    select message.id, account.account_id, number, sent_at, delivery, delivery_at, error_code,
      used_at is not null as confirmed
    from whatsapp_message as message
    join account on account.id = message.account
    where ${sql.join(conditions, sql` and `)}
    order by sent_at desc, message.id desc
    limit ${limit}`.execute(db);
  return rows;
}
