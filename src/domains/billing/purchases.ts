import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import type { PurchaseTable } from '#platform/database/rows.generated.ts';
import type { PlanTerms } from './plans.ts';

/** An item that a buyer wants, on the terms of that moment. The account is null until a public checkout is claimed. */
export interface Purchase extends Selectable<PurchaseTable> {
  kind: 'monthly' | 'topup';
  terms: PlanTerms;
}

export const insertPurchase = (db: Db, purchase: Insertable<PurchaseTable>): Promise<Purchase> =>
  db.insertInto('purchase').values(purchase).returningAll().$castTo<Purchase>().executeTakeFirstOrThrow();

const purchaseWith = (db: Db, id: string) =>
  db.selectFrom('purchase').selectAll().where('id', '=', id).$castTo<Purchase>();

export const purchaseById = async (db: Db, id: string): Promise<Purchase | null> =>
  (await purchaseWith(db, id).executeTakeFirst()) ?? null;

/** Locks the purchase, then its account, so that no other process settles money of either. */
export async function lockPurchase(db: Db, id: string): Promise<Purchase> {
  const purchase = await purchaseWith(db, id).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (purchase.account !== null) await lockAccount(db, purchase.account);
  return purchase;
}

/** The purchase that one of these references belongs to. */
export async function purchaseIdOf(
  db: Db,
  provider: string,
  references: readonly (string | null)[],
): Promise<string | null> {
  const known = references.filter((reference) => reference !== null);
  if (known.length === 0) return null;
  const row = await db
    .selectFrom('purchase_reference')
    .select('purchase')
    .where('provider', '=', provider)
    .where('reference', 'in', known)
    .executeTakeFirst();
  return row?.purchase ?? null;
}

/** Harmless to repeat. */
export async function insertReference(
  db: Db,
  { id, provider }: Purchase,
  reference: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('purchase_reference')
    .values({ provider, reference, purchase: id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** References the purchase. Takes the reference from one of a closed account, which nothing more is granted for. */
export async function takeReference(
  db: Db,
  { id, provider }: Purchase,
  reference: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into purchase_reference as known (provider, reference, purchase, created_at)
    values (${provider}, ${reference}, ${id}, ${at})
    on conflict (provider, reference) do update set purchase = excluded.purchase
    where exists (
      select from purchase join account on account.id = purchase.account
      where purchase.id = known.purchase and account.closed_at is not null)`.execute(db);
}

export async function bindAccount(db: Db, id: string, account: number, at: Date): Promise<void> {
  await db.updateTable('purchase').set({ account, claimed_at: at }).where('id', '=', id).execute();
}
