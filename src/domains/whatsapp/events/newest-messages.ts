import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Delivery } from '#platform/messaging/messaging.ts';

export interface StoredMessage {
  account_id: string;
  number: string;
  sent_at: Date;
  delivery: 'sending' | 'not_sent' | 'accepted' | Delivery['delivery'];
  delivery_at: Date | null;
  error_code: number | null;
  confirmed: boolean;
}

/** Newest first; of all accounts if it is null. */
export async function newestMessages(
  db: Db,
  { account, limit }: { account: number | null; limit: number },
): Promise<StoredMessage[]> {
  const ofAccount = account === null ? sql`` : sql`where message.account = ${account}`;
  const { rows } = await sql<StoredMessage>`
    select account.account_id, number, sent_at, delivery, delivery_at, error_code,
      used_at is not null as confirmed
    from whatsapp_message as message
    join account on account.id = message.account
    ${ofAccount}
    order by sent_at desc, message.id desc
    limit ${limit}`.execute(db);
  return rows;
}
