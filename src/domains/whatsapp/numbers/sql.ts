import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rowOf, rowOrNull } from '#core/database/statement.ts';
import type { WhatsAppNumber } from '../shapes.ts';

/** Serialises transactions that change an account's number, and those that send a message. */
export async function takeTurns(db: Db, account: number, isSending = false): Promise<void> {
  const names = [`whatsapp account ${account}`, ...(isSending ? ['whatsapp messages'] : [])];
  await sql`
    select pg_advisory_xact_lock(key)
    from (
      select hashtextextended(name, 0) as key from unnest(${names}::text[]) as wanted(name)
      order by key
      offset 0
    ) as in_order`.execute(db);
}

export const whatsappOf = (db: Db, account: number, now: Date): Promise<WhatsAppNumber> =>
  rowOf<WhatsAppNumber>(db)`
    select
      case
        when known.verified_at is not null then 'verified'
        when waiting.number is not null then 'code_sent'
        when known.number is not null then 'recorded'
        else 'none'
      end as state,
      case when known.verified_at is null then coalesce(waiting.number, known.number) else known.number end as number,
      known.verified_at,
      case when known.verified_at is null then waiting.expires_at end as code_expires_at
    from (select ${account}::bigint as account) as asked
    left join whatsapp_number as known using (account)
    left join whatsapp_message as waiting on waiting.account = asked.account
      and waiting.code_digest is not null
      and waiting.expires_at > ${now}`;

/** Stores a number, verified or only recorded. Never replaces a verified one: returns whether it was stored. */
export async function storeNumber(
  db: Db,
  { account, number, at, isVerified }: { account: number; number: string; at: Date; isVerified: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    insert into whatsapp_number (account, number, recorded_at, verified_at)
    values (${account}, ${number}, ${at}, ${isVerified ? at : null})
    on conflict (account) do update
      set number = excluded.number, recorded_at = excluded.recorded_at, verified_at = excluded.verified_at
      where whatsapp_number.verified_at is null
    returning account`.execute(db);
  if (isVerified) {
    await sql`
      insert into whatsapp_proof (account, number, proved_at) values (${account}, ${number}, ${at})
      on conflict (account, number) do update set proved_at = excluded.proved_at`.execute(db);
  }
  return rows.length > 0;
}

/** Deletes the account's number, if it is this one. Null means any. Returns it, or null. */
export const removeNumber = (
  db: Db,
  account: number,
  wanted: string | null,
): Promise<{ number: string; verified_at: Date | null } | null> =>
  rowOrNull<{ number: string; verified_at: Date | null }>(db)`
    delete from whatsapp_number
    where account = ${account} and number = coalesce(${wanted}, number)
    returning number, verified_at`;
