import { type SqlBool, sql } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import type { ProviderName } from '../payments-port.ts';
import { type Plan, termsOf } from '../plans.ts';
import { insertPurchase } from '../purchases.ts';

export interface WantedPurchase {
  plan: Plan;
  account: number | null;
  provider: ProviderName;
  notifyEmail: string;
  at: Date;
}

/** An account that asks again within a day gets its unpaid purchase again, so that a double click sells nothing twice. */
const reusedForMs = dayMs;

/** Returns the purchase's id. Hold the account's lock if there is an account. */
export async function beginPurchase(db: Db, wanted: WantedPurchase): Promise<string> {
  const { plan, account, provider, notifyEmail, at } = wanted;
  const unpaid = account === null ? null : await unpaidPurchase(db, { ...wanted, account });
  if (unpaid) return unpaid;
  const { id, kind, amount: amount_paise, credits } = plan;
  const bought = { plan: id, kind, amount_paise, credits, terms: termsOf(plan), notify_email: notifyEmail };
  const made = { id: newId('pur'), account, provider, created_at: at, ...bought };
  return (await insertPurchase(db, made)).id;
}

async function unpaidPurchase(
  db: Db,
  { plan, account, provider, at }: WantedPurchase & { account: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('purchase')
    .select('id')
    .where('account', '=', account)
    .where('provider', '=', provider)
    .where(sql<SqlBool>`terms = ${JSON.stringify(termsOf(plan))}::jsonb`)
    .where('created_at', '>', new Date(at.getTime() - reusedForMs))
    .where(sql<SqlBool>`not exists (select from payment where payment.purchase = purchase.id)`)
    .where(
      sql<SqlBool>`not exists (select from subscription where subscription.purchase = purchase.id and is_over)`,
    )
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}
