import type { Db } from '#core/context.ts';
import { type BudgetRow, budgetsOf } from '#domains/credits/index.ts';
import { keysById } from '#domains/keys/index.ts';
import type { Budget } from './shapes.ts';

/** The account's budgets, or only those that hold for this key. */
export async function budgetsOnWire(db: Db, account: number, keyId: string | null = null): Promise<Budget[]> {
  const rows = await budgetsOf(db, account);
  const own = rows.filter(({ scope, members }) => !keyId || scope === 'account' || members.includes(keyId));
  const keys = await keysById(
    db,
    own.flatMap(({ members }) => members.at(-1) ?? []),
  );
  const byId = new Map(keys.flatMap((key) => (key ? [[key.id, key]] : [])));
  return own.map((row) => budgetOnWire(row, byId.get(row.members.at(-1) ?? '')));
}

export function budgetOnWire(
  { id, scope, period, credits, spent, time_zone, started_at, ends_at }: BudgetRow,
  key: { id: string; name: string; prefix: string } | undefined,
): Budget {
  return {
    id,
    scope: scope as Budget['scope'],
    key: key ? { id: key.id, name: key.name, prefix: key.prefix } : null,
    period: period!,
    credits,
    spent,
    left: Math.max(credits - spent, 0),
    time_zone,
    started_at: started_at!,
    starts_again_at: ends_at!,
  };
}
