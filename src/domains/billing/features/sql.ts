import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { takeTurn } from '#core/database/statement.ts';
import type { AccountFeatureTable } from '#platform/database/rows.generated.ts';

/** An operator's choice, with the reason. */
export type SetFeature = Omit<Selectable<AccountFeatureTable>, 'account'>;

const setColumns = sql`mcp, reason, changed_by, changed_at`;

/** By plan. Plans that the price list decides are missing. */
export async function planFeatures(db: Db): Promise<ReadonlyMap<string, SetFeature>> {
  const { rows } = await sql<SetFeature & { plan: string }>`
    select plan, ${setColumns} from plan_feature`.execute(db);
  return new Map(rows.map(({ plan, ...feature }) => [plan, feature]));
}

/** Changes of features queue until the transaction ends, so that each knows what was before. */
export async function lockFeatures(db: Db): Promise<void> {
  await takeTurn(db, 'features');
}

export async function setPlanFeature(db: Db, plan: string, feature: SetFeature | null): Promise<void> {
  if (feature === null) {
    await sql`delete from plan_feature where plan = ${plan}`.execute(db);
    return;
  }
  const { mcp, reason, changed_by, changed_at } = feature;
  await sql`
    insert into plan_feature (plan, mcp, reason, changed_by, changed_at)
    values (${plan}, ${mcp}, ${reason}, ${changed_by}, ${changed_at})
    on conflict (plan) do update set mcp = excluded.mcp, reason = excluded.reason,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(db);
}

export async function accountFeature(db: Db, account: number): Promise<SetFeature | null> {
  const { rows } = await sql<SetFeature>`
    select ${setColumns} from account_feature where account = ${account}`.execute(db);
  return rows[0] ?? null;
}

export async function setAccountFeature(db: Db, account: number, feature: SetFeature | null): Promise<void> {
  if (feature === null) {
    await sql`delete from account_feature where account = ${account}`.execute(db);
    return;
  }
  const { mcp, reason, changed_by, changed_at } = feature;
  await sql`
    insert into account_feature (account, mcp, reason, changed_by, changed_at)
    values (${account}, ${mcp}, ${reason}, ${changed_by}, ${changed_at})
    on conflict (account) do update set mcp = excluded.mcp, reason = excluded.reason,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(db);
}

export interface AccountWithFeature {
  id: number;
  account_id: string;
  email: string | null;
  feature: SetFeature | null;
}

/** Accounts with a feature of their own. The last change comes first. */
export async function accountsWithFeature(
  db: Db,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<AccountWithFeature[]> {
  const older = sql`(feature.changed_at, feature.account) <
    (select last.changed_at, last.account from account_feature as last where last.account = ${after ?? null})`;
  const { rows } = await sql<Omit<AccountWithFeature, 'feature'> & SetFeature>`
    select account.id, account.account_id, account.email, ${setColumns}
    from account_feature as feature join account on account.id = feature.account
    where ${after === undefined ? sql`true` : older}
    order by feature.changed_at desc, feature.account desc
    limit ${limit}`.execute(db);
  return rows.map(({ id, account_id, email, ...feature }) => ({ id, account_id, email, feature }));
}
