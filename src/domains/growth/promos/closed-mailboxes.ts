import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { accountById } from '#domains/accounts/index.ts';
import { mailboxesOf } from '#domains/identity/index.ts';
import { hashedName } from '#domains/suppression/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';

async function hashesOf(db: Db, account: number, pepper: string): Promise<string[]> {
  const claimed = (await mailboxesOf(db, [account])).get(account) ?? [];
  const email = (await accountById(db, account))?.email;
  const mailboxes = new Set([...claimed, ...(email ? [foldedMailbox(email)] : [])]);
  return [...mailboxes].map((mailbox) => hashedName(pepper, 'promo mailbox', mailbox));
}

/** An account that is closed leaves a hash of each of its mailboxes with the promos that it redeemed. */
export async function keepMailboxes(db: Db, account: number, pepper: string): Promise<void> {
  const hashes = await hashesOf(db, account, pepper);
  await sql`
    insert into promo_closed_mailbox (promo, mailbox)
    select distinct promo, mailbox from promo_redemption cross join unnest(${hashes}::text[]) as mailbox
    where account = ${account}
    on conflict do nothing`.execute(db);
}

/** Whether a closed account with one of this account's mailboxes redeemed the promo. */
export async function redeemedBeforeClosing(
  db: Db,
  { account, promo, pepper }: { account: number; promo: number; pepper: string },
): Promise<boolean> {
  const hashes = await hashesOf(db, account, pepper);
  if (hashes.length === 0) return false;
  const found = await db
    .selectFrom('promo_closed_mailbox')
    .select('promo')
    .where('promo', '=', promo)
    .where('mailbox', 'in', hashes)
    .limit(1)
    .execute();
  return found.length > 0;
}
