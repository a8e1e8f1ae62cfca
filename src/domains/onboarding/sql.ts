import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { columnsOf } from '#core/shapes.ts';
import type { BusinessProfileTable, MailboxProofTable } from '#platform/database/rows.generated.ts';
import { BusinessProfile } from './shapes.ts';

type ProfileRow = Selectable<BusinessProfileTable>;
export type SavedProfile = Omit<ProfileRow, 'id' | 'account'>;
/** A buyer as invoices show it. `business_name` is empty if invoices name the person, `gstin` null if the buyer isn't registered. */
export type Profile = Omit<SavedProfile, 'saved_by' | 'saved_at'>;

const answered = columnsOf(BusinessProfile).filter((member) => member !== 'state');

/** The account's profiles, newest first. The first applies; the others are what it said before. */
export async function profilesOf(db: Db, account: number, limit: number): Promise<SavedProfile[]> {
  return db
    .selectFrom('business_profile')
    .select([...answered, 'saved_by'])
    .where('account', '=', account)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Which of the accounts have a profile. */
export async function accountsWithProfile(db: Db, accounts: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('business_profile')
    .select('account')
    .distinct()
    .where('account', '=', sql<number>`any(${accounts}::bigint[])`)
    .execute();
  return new Set(rows.map(({ account }) => account));
}

export async function insertProfile(db: Db, account: number, profile: SavedProfile): Promise<void> {
  await db
    .insertInto('business_profile')
    .values({ account, ...profile })
    .execute();
}

/** The first proof of a mailbox stays. */
export async function insertMailboxProof(db: Db, proof: Insertable<MailboxProofTable>): Promise<void> {
  await db
    .insertInto('mailbox_proof')
    .values(proof)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** When a mailbox was first proved to be the account's, or null. Each that was proved stays claimed. */
export async function mailboxProvedAt(db: Db, account: number): Promise<Date | null> {
  const row = await db
    .selectFrom('mailbox_proof')
    .select('proved_at')
    .where('account', '=', account)
    .orderBy('proved_at')
    .limit(1)
    .executeTakeFirst();
  return row?.proved_at ?? null;
}
