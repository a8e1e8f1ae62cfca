import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { codeLimits, type Sent } from '../rules.ts';

/** What was asked for by this account, and handed over to this number, in the last 24 hours; newest first. */
export async function sentLately(
  db: Db,
  { account, number, now }: { account: number; number: string; now: Date },
): Promise<{ forAccount: Sent[]; toNumber: Sent[]; isResting: boolean }> {
  const { rows } = await sql<Sent & { of_account: boolean; to_number: boolean; rests: boolean }>`
    select sent_at as at, counts, account = ${account} as of_account,
      number = ${number} and (delivery <> 'not_sent' or delivery_at is not null) as to_number,
      coalesce(number = ${number} and rests_until > ${now}, false) as rests
    from whatsapp_message
    where (account = ${account} or number = ${number})
      and sent_at > ${now}::timestamptz - interval '24 hours'
    order by sent_at desc`.execute(db);
  return {
    forAccount: rows.filter((row) => row.of_account),
    toNumber: rows.filter((row) => row.to_number),
    isResting: rows.some((row) => row.rests),
  };
}

/** Ends the account's code, if one waits to be confirmed. */
export async function voidCode(db: Db, account: number): Promise<void> {
  await sql`
    update whatsapp_message set code_digest = null
    where account = ${account} and code_digest is not null`.execute(db);
}

/** Which of these messages have a code that wasn't used, replaced or tried too often. */
export async function usableCodes(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from whatsapp_message where id = any (${ids}::text[]) and code_digest is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export interface NewMessage {
  id: string;
  account: number;
  number: string;
  digest: Buffer;
  now: Date;
  expiresAt: Date;
  /** Whether the vendor will be asked to send it. */
  isSent: boolean;
}

export async function insertMessage(
  db: Db,
  { id, account, number, digest, now, expiresAt, isSent }: NewMessage,
): Promise<void> {
  await sql`
    insert into whatsapp_message (id, account, number, code_digest, sent_at, expires_at, delivery)
    values (${id}, ${account}, ${number}, ${digest}, ${now}, ${expiresAt}, ${isSent ? 'sending' : 'not_sent'})`.execute(
    db,
  );
}

export type Tried = { outcome: 'right' } | { outcome: 'wrong'; triesLeft: number } | { outcome: 'ended' };

/** Uses up one try of the code. Exact however many calls come at once: they wait for each other on the row. */
export async function tryCode(
  db: Db,
  { account, number, digest, now }: { account: number; number: string; digest: Buffer; now: Date },
): Promise<Tried> {
  const { rows } = await sql<{ tries: number; is_right: boolean }>`
    update whatsapp_message set
      tries = tries + 1,
      used_at = case when code_digest = ${digest} then ${now}::timestamptz end,
      code_digest = case
        when code_digest <> ${digest} and tries + 1 < ${codeLimits.triesMax} then code_digest
      end
    where account = ${account} and number = ${number} and code_digest is not null and expires_at > ${now}
    returning tries, used_at is not null as is_right`.execute(db);
  const tried = rows[0];
  if (!tried) return { outcome: 'ended' };
  return tried.is_right
    ? { outcome: 'right' }
    : { outcome: 'wrong', triesLeft: codeLimits.triesMax - tried.tries };
}

/** Deletes at most `limit` messages from before a time. */
export const deleteMessagesBefore = (before: Date) => (limit: number) =>
  sql`
  delete from whatsapp_message where ctid = any (array(
    select ctid from whatsapp_message where sent_at < ${before}
    order by sent_at limit ${limit} for update skip locked
  ))`;
