import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf, rowsOf, run } from '#core/database/statement.ts';
import type { WhatsappMessageTable } from '#platform/database/rows.generated.ts';
import { codeLimits, type Sent } from '../rules.ts';

/** `number` is in E.164. `address_key` and `device` are the requester's, empty if unknown. */
export type Asked = Pick<Selectable<WhatsappMessageTable>, 'account' | 'number' | 'address_key' | 'device'>;

/** In the last 24 hours, newest first: what was asked for by the account, device and address, and what went to the number. */
export interface SentLately {
  ofAccount: Sent[];
  ofDevice: Sent[];
  ofAddress: Sent[];
  toNumber: Sent[];
  toNumberFromAddress: Sent[];
  /** The vendor wants no message to the number for now. */
  isResting: boolean;
}

export async function sentLately(
  db: Db,
  { account, number, address_key, device, now }: Asked & { now: Date },
): Promise<SentLately> {
  interface SentRow extends Sent {
    of_account: boolean;
    of_device: boolean;
    of_address: boolean;
    to_number: boolean;
    rests: boolean;
  }
  const { rows } = await sql<SentRow>`
    select sent_at as at, counts, account = ${account} as of_account,
      device = ${device} and device <> '' as of_device,
      address_key = ${address_key} and address_key <> '' as of_address,
      number = ${number} and ${wasHandedOver} as to_number,
      coalesce(number = ${number} and rests_until > ${now}, false) as rests
    from whatsapp_message
    where (account = ${account} or number = ${number}
        or (device = ${device} and device <> '') or (address_key = ${address_key} and address_key <> ''))
      and sent_at > ${now}::timestamptz - interval '24 hours'
    order by sent_at desc`.execute(db);
  const toNumber = rows.filter((row) => row.to_number);
  return {
    ofAccount: rows.filter((row) => row.of_account),
    ofDevice: rows.filter((row) => row.of_device),
    ofAddress: rows.filter((row) => row.of_address),
    toNumber,
    toNumberFromAddress: toNumber.filter((row) => row.of_address),
    isResting: rows.some((row) => row.rests),
  };
}

/** Not a message that was never meant to go out. */
const wasHandedOver = sql`(delivery <> 'not_sent' or delivery_at is not null)`;

/** Whether the account has paid, or has verified the number before. */
export const hasReserve = async (db: Db, account: number, number: string): Promise<boolean> =>
  (
    await rowsOf(db)`
    select from whatsapp_proof where account = ${account} and number = ${number}
    union all
    select from payment where account = ${account} and kind = 'payment' and outcome = 'granted'
    limit 1`
  ).length > 0;

/** The message that fills a window which began at `since`, or null if fewer than `limit` were sent. Without those of a reserve. */
export const fullWindow = (db: Db, { since, limit }: { since: Date; limit: number }): Promise<Date | null> =>
  fieldOf<Date | null>(db)`
    select sent_at from whatsapp_message
    where sent_at > ${since} and counts and not has_reserve and ${wasHandedOver}
    order by sent_at desc, id desc
    offset ${limit - 1} limit 1`;

/** Ends the account's code, if one waits to be confirmed. */
export const voidCode = (db: Db, account: number): Promise<void> =>
  run(db)`
    update whatsapp_message set code_digest = null
    where account = ${account} and code_digest is not null`;

/** Which of these messages have a code that wasn't used, replaced or tried too often. */
export async function usableCodes(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from whatsapp_message where id = any (${ids}::text[]) and code_digest is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export type Tried = { outcome: 'right' } | { outcome: 'wrong'; triesLeft: number } | { outcome: 'ended' };

/** Uses up one try of the code. Exact, because concurrent calls wait for each other on the row. */
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
