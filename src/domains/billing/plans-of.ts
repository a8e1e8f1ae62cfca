import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { PlanTerms } from './plans.ts';

/** A plan or pack that an account has now. */
export interface HeldPlan {
  /** As it was bought or assigned. */
  plan: PlanTerms;
  /** `monthly` and `topup` were bought. `key` was assigned by an operator, with a key. `contract` was agreed with an operator. */
  kind: 'monthly' | 'topup' | 'key' | 'contract';
  /** Exclusive. With the days of grace, while a charge may still come. */
  ends_at: Date;
}

export async function plansOf(db: Db, account: number): Promise<HeldPlan[]> {
  const { rows } = await sql<HeldPlan>`
    select terms as plan, kind, ends_at from billing_plans_of(${account})`.execute(db);
  return rows;
}

/** The monthly plan that an account has paid for, the most expensive if there are several. Null if it has none. */
export const planOf = async (db: Db, account: number): Promise<HeldPlan | null> =>
  (await plansOf(db, account))
    .filter(({ kind }) => kind === 'monthly')
    .toSorted((one, other) => other.plan.amount - one.plan.amount)[0] ?? null;

/** The ids of what each account has now, most expensive first. A key that came without credits has no plan. Accounts without a plan or pack are missing. */
export async function planIdsOf(
  db: Db,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ account: number; plans: string[] }>`
    select account, array_agg(plan order by amount desc, plan) as plans
    from (
      select asked.account, held.plan, max((held.terms ->> 'amount')::bigint) as amount
      from unnest(${accounts}::bigint[]) as asked (account)
      cross join lateral billing_plans_of(asked.account) as held
      group by asked.account, held.plan
    ) as held
    group by account`.execute(db);
  return new Map(rows.map(({ account, plans }) => [account, plans]));
}
