import { sql } from 'kysely';
import { hourMs, minuteMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import type { Message } from '../composing/compose.ts';
import type { MailType } from './mail-types.ts';

export interface NewMail {
  id: string;
  /** Null: it is to a person who has none. */
  account: number | null;
  type: MailType | 'person';
  /** The thing that is mailed about once. Empty for a mail that may come again. */
  about: string;
  to: string;
  message: Message;
}

/**
 * A customer's script may make keys or jobs without end. Mails about one thing, such as a new browser, are counted separately from those
 * that may come again, such as a new key: a flood of sign-ins hides no key.
 */
const perDay = 20;

/** Returns whether it was stored: not if it was before, the account has switched its type off, or had too many of it in a day. */
export async function insertMail(
  db: Db,
  { id, account, type, about, to, message }: NewMail,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_mail (id, account, type, about, recipient, message, queued_at, due_at)
    select ${id}, ${account}, ${type}, ${about}, ${to}, ${JSON.stringify(message)}::jsonb, ${now}, ${now}
    where not exists (select from mail_choice where account = ${account} and type = ${type})
      and (
        select count(*) from account_mail
        where account = ${account} and type = ${type} and (about = '') = (${about} = '') and queued_at > ${now}::timestamptz - interval '1 day'
      ) < ${perDay}
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

export interface DueMail {
  id: string;
  recipient: string;
  message: Message;
  queued_at: Date;
  /** The account has switched its type off since. */
  is_off: boolean;
}

/**
 * Claims the mail that has been due for longest, or the one with this id, until the next try: 3 minutes, then twice as long each time, up
 * to 4 hours. So one whose process dies is tried again.
 */
export async function takeDue(db: Db, now: Date, id: string | null = null): Promise<DueMail | null> {
  const [mail] = await rowsOf<DueMail>(db)`
    update account_mail as mail set tries = tries + 1,
      due_at = ${now}::timestamptz + least(${4 * hourMs}, ${3 * minuteMs} * 2 ^ least(tries, 10)) * interval '1 ms'
    where id = (
      select id from account_mail
      where ended_at is null and due_at <= ${now} and (${id}::text is null or id = ${id})
      order by due_at limit 1 for update skip locked
    )
    returning id, recipient, message, queued_at, exists (
      select from mail_choice where mail_choice.account = mail.account and mail_choice.type = mail.type
    ) as is_off`;
  return mail ?? null;
}

/** Ends a mail, and forgets whom it went to and what it said. */
export async function endMail(db: Db, id: string, outcome: string, at: Date): Promise<void> {
  await db
    .updateTable('account_mail')
    .set({ outcome, ended_at: at, recipient: null, message: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
