import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { BusinessProfileTable, MailboxProofTable } from '#platform/database/rows.generated.ts';
import { type State, stateOf } from '#values/gst/index.ts';

/** A buyer as invoices show it. */
export interface Profile {
  firstName: string;
  lastName: string;
  /** Empty if invoices name the person. */
  businessName: string;
  addressLine1: string;
  /** May be empty. */
  addressLine2: string;
  city: string;
  state: State;
  pincode: string;
  /** Null for a buyer who is not registered. */
  gstin: string | null;
}

export interface SavedProfile extends Profile {
  savedBy: string;
  savedAt: Date;
}

const columnsOf = (profile: Profile) => ({
  first_name: profile.firstName,
  last_name: profile.lastName,
  business_name: profile.businessName,
  address_line1: profile.addressLine1,
  address_line2: profile.addressLine2,
  city: profile.city,
  state_code: profile.state.code,
  pincode: profile.pincode,
  gstin: profile.gstin,
});

const profileOf = (row: Selectable<BusinessProfileTable>): SavedProfile => ({
  firstName: row.first_name,
  lastName: row.last_name,
  businessName: row.business_name,
  addressLine1: row.address_line1,
  addressLine2: row.address_line2,
  city: row.city,
  state: stateOf(row.state_code),
  pincode: row.pincode,
  gstin: row.gstin,
  savedBy: row.saved_by,
  savedAt: row.saved_at,
});

/** The account's profiles, newest first. The first applies; the others are what it said before. */
export async function profilesOf(db: Db, account: number, limit: number): Promise<SavedProfile[]> {
  const rows = await db
    .selectFrom('business_profile')
    .selectAll()
    .where('account', '=', account)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(profileOf);
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
    .values({ account, ...columnsOf(profile), saved_by: profile.savedBy, saved_at: profile.savedAt })
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
