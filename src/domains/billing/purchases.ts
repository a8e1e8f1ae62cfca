import type { Selectable } from 'kysely';
import type { Db } from '#core/context.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import type { PurchaseTable } from '#platform/database/rows.generated.ts';
import type { ProviderName } from './payments-port.ts';

/** What somebody wants to buy, on the terms of that moment. */
export interface Purchase {
  id: string;
  plan: string;
  kind: 'monthly' | 'topup';
  /** Null until a public checkout is claimed. */
  account: number | null;
  provider: ProviderName;
  amountPaise: number;
  /** For each period of a plan, once for a pack. */
  credits: number;
  notifyEmail: string;
  createdAt: Date;
}

const purchaseOf = (row: Selectable<PurchaseTable>): Purchase => ({
  id: row.id,
  plan: row.plan,
  kind: row.kind as Purchase['kind'],
  account: row.account,
  provider: row.provider as ProviderName,
  amountPaise: row.amount_paise,
  credits: row.credits,
  notifyEmail: row.notify_email,
  createdAt: row.created_at,
});

export async function insertPurchase(db: Db, purchase: Purchase): Promise<void> {
  await db
    .insertInto('purchase')
    .values({
      id: purchase.id,
      plan: purchase.plan,
      kind: purchase.kind,
      account: purchase.account,
      provider: purchase.provider,
      amount_paise: purchase.amountPaise,
      credits: purchase.credits,
      notify_email: purchase.notifyEmail,
      created_at: purchase.createdAt,
    })
    .execute();
}

export async function purchaseById(db: Db, id: string): Promise<Purchase | null> {
  const row = await db.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? purchaseOf(row) : null;
}

/** Locks the purchase, then its account, so that nobody else settles money of either. */
export async function lockPurchase(db: Db, id: string): Promise<Purchase> {
  const row = await db
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (row.account !== null) await lockAccount(db, row.account);
  return purchaseOf(row);
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

export async function bindAccount(db: Db, id: string, account: number, at: Date): Promise<void> {
  await db.updateTable('purchase').set({ account, claimed_at: at }).where('id', '=', id).execute();
}
