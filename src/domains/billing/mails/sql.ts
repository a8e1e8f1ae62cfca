import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { takeTurn } from '#core/database/statement.ts';
import type { Purchase } from '../purchases.ts';

/** Kinds of mail about a purchase, each sent once. There is one about each refund. */
export const mailKinds = [
  'purchase_claim',
  'purchase_waiting',
  'purchase_receipt',
  'purchase_refund',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Why a mail is not sent, or that it was. */
export type MailEnd = 'sent' | 'refused' | 'no_mailer' | 'not_needed' | 'too_many';

/** Names a mail. `about` is the movement in the payment ledger that a mail about a refund is about, else empty. */
export interface MailKey {
  purchase: string;
  kind: MailKind;
  about: string;
}

/** Where mails about a purchase go: to the address of its checkout, else to that of its account. Empty if there is none. */
export async function addressFor(db: Db, purchase: string): Promise<string> {
  const { rows } = await sql<{ address: string }>`
    select coalesce(nullif(notify_email, ''), account.email, '') as address
    from purchase left join account on account.id = purchase.account
    where purchase.id = ${purchase}`.execute(db);
  return rows[0]?.address ?? '';
}

/** Returns whether the mail is new. `mailbox` is a digest of the address. */
export async function insertMail(db: Db, mail: MailKey & { mailbox: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('purchase_mail')
    .values(mail)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Current values for a mail. */
export interface MailFacts {
  to: string;
  plan: string;
  plan_name: string;
  provider: string;
  reference: string;
  /** Whether an account has the purchase. */
  is_claimed: boolean;
  /** The payment that counts, or of the refund. Null if all of it went back. */
  payment_id: string | null;
  amount_paise: number;
  paid_at: Date | null;
  is_granted: boolean;
}

/** Null when the mail has ended. */
export async function mailFacts(db: Db, { purchase, kind, about }: MailKey): Promise<MailFacts | null> {
  const { rows } = await sql<MailFacts>`
    select coalesce(nullif(notify_email, ''), account.email, '') as to, purchase.plan, purchase.terms ->> 'name' as plan_name, purchase.provider,
      known.reference, purchase.account is not null as is_claimed,
      coalesce(back.provider_payment_id, paid.reference) as payment_id, coalesce(back.amount_paise, purchase.amount_paise) as amount_paise,
      coalesce(back.occurred_at, paid.occurred_at) as paid_at,
      coalesce(paid.outcome = 'granted', false) as is_granted
    from purchase_mail as mail
    join purchase on purchase.id = mail.purchase
    left join account on account.id = purchase.account
    left join payment as back on back.id = mail.about
    cross join lateral (
      select reference from purchase_reference where purchase = purchase.id order by created_at, reference limit 1
    ) as known
    left join lateral (
      select reference, occurred_at, outcome from payment
      where payment.purchase = purchase.id and kind = 'payment' and outcome in ('kept', 'granted')
      order by number limit 1
    ) as paid on true
    where mail.purchase = ${purchase} and mail.kind = ${kind} and mail.about = ${about} and mail.ended_at is null`.execute(
    db,
  );
  return rows[0] ?? null;
}

const mailsPerMailbox = 5;

/**
 * Takes a mail for sending. False when its mailbox has been sent its mails of 24 hours. A mail that was taken before is taken again,
 * so that a crash or a retry doesn't use up another.
 */
export async function takeMail(db: Db, { purchase, kind, about }: MailKey, now: Date): Promise<boolean> {
  const { rows } = await sql<{ mailbox: string; is_taken: boolean }>`
    select mailbox, taken_at is not null as is_taken from purchase_mail
    where purchase = ${purchase} and kind = ${kind} and about = ${about}`.execute(db);
  const [{ mailbox, is_taken }] = rows as [{ mailbox: string; is_taken: boolean }];
  if (is_taken) return true;
  await takeTurn(db, `purchase mails ${mailbox}`);
  const { numAffectedRows } = await sql`
    update purchase_mail set taken_at = ${now}
    where purchase = ${purchase} and kind = ${kind} and about = ${about} and (
      select count(*) from purchase_mail
      where mailbox = ${mailbox} and taken_at > ${now}::timestamptz - interval '24 hours'
    ) < ${mailsPerMailbox}`.execute(db);
  return numAffectedRows === 1n;
}

export async function endMail(db: Db, { purchase, kind, about }: MailKey, outcome: MailEnd, now: Date) {
  await db
    .updateTable('purchase_mail')
    .set({ outcome, ended_at: now })
    .where('purchase', '=', purchase)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .execute();
}

/** Paid for before this time, claimed by no account, and never reminded. */
export async function unclaimedToRemind(
  db: Db,
  paidBefore: Date,
  limit: number,
): Promise<Pick<Purchase, 'id' | 'notify_email'>[]> {
  const { rows } = await sql<Pick<Purchase, 'id' | 'notify_email'>>`
    select purchase.id, notify_email from purchase
    where account is null and notify_email <> ''
      and not exists (
        select from purchase_mail as mail where mail.purchase = purchase.id and mail.kind = 'purchase_waiting'
      )
      and exists (
        select from payment
        where payment.purchase = purchase.id and kind = 'payment' and outcome = 'kept' and occurred_at <= ${paidBefore}
      )
    order by purchase.created_at, purchase.id
    limit ${limit}`.execute(db);
  return rows;
}
