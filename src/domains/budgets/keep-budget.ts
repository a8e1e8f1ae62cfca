import type { Context, Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import {
  type BudgetPeriod,
  type BudgetRow,
  budgetsOf,
  changeBudget,
  heldSince,
  lockCredits,
  periodStart,
  removeBudgets,
  startBudget,
  timeZoneNamed,
} from '#domains/credits/index.ts';
import { keyStatusOf, keysById } from '#domains/keys/index.ts';
import { spentSince } from '#domains/usage/index.ts';

/** A budget as it should be. */
interface Wanted {
  /** Undefined: the account's. */
  key_id?: string | undefined;
  period: BudgetPeriod;
  credits: number;
  /** Undefined keeps the account's. */
  time_zone?: string | undefined;
}

/** Sets the budget of a period for an account or one of its keys. Returns its id. */
export async function keepBudget(
  ctx: Context<'not_found'>,
  { key_id, period, credits, time_zone: asked }: Wanted,
): Promise<string> {
  const { id: account, account_id } = ctx.account;
  await lockCredits(ctx.db, account);
  const budgets = await keptBudgets(ctx, await budgetsOf(ctx.db, account));
  if (key_id !== undefined) await ownKeyOrFail(ctx, key_id);
  const own = budgets.filter(({ members }) =>
    key_id === undefined ? members.length === 0 : members.includes(key_id),
  );
  const before = own.find((budget) => budget.period === period);
  const zoneBefore = budgets[0]?.time_zone;
  const time_zone = asked === undefined ? (zoneBefore ?? 'UTC') : await zoneOrFail(ctx.db, asked);

  const target: BudgetRow = before ?? {
    id: newId('bud'),
    scope: key_id === undefined ? 'account' : 'key',
    members: own[0]?.members ?? (key_id === undefined ? [] : [key_id]),
    ...{ period, time_zone, spent: 0, started_at: null, ends_at: null, credits },
  };
  // In another time zone, every budget is in another day.
  if (time_zone !== zoneBefore)
    for (const budget of budgets.filter((other) => other !== target))
      await restart(ctx.db, account, { ...budget, time_zone });
  if (before && time_zone === zoneBefore) await changeBudget(ctx.db, before.id, credits);
  else await restart(ctx.db, account, { ...target, time_zone, credits });
  ctx.audit('budget.set', {
    account_id,
    budget_id: target.id,
    ...{ key_id: key_id ?? null, period },
    before: before ? { credits: before.credits, time_zone: zoneBefore } : null,
    after: { credits, time_zone },
  });
  return target.id;
}

/** The budgets without those of keys that no longer work, which are removed. */
async function keptBudgets(ctx: Context<'not_found'>, budgets: BudgetRow[]): Promise<BudgetRow[]> {
  const keys = await keysById(
    ctx.db,
    budgets.flatMap(({ members }) => members),
  );
  const ended = new Set(
    keys.flatMap((key) =>
      key && ['revoked', 'expired'].includes(keyStatusOf(key, ctx.now())) ? [key.id] : [],
    ),
  );
  const isOver = ({ members }: BudgetRow) => members.length > 0 && members.every((id) => ended.has(id));
  await removeBudgets(
    ctx.db,
    budgets.filter(isOver).map(({ id }) => id),
  );
  return budgets.filter((budget) => !isOver(budget));
}

async function ownKeyOrFail(ctx: Context<'not_found'>, keyId: string): Promise<void> {
  const [key] = await keysById(ctx.db, [keyId]);
  if (key?.account !== ctx.account.id) ctx.fail('not_found', { detail: 'This account has no such key.' });
  if (key?.mode === 'test') failField(['key_id'], 'A test key spends nothing');
  if (keyStatusOf(key!, ctx.now()) !== 'active' && key!.ban_reason !== 'rate_limit')
    failField(['key_id'], 'The key no longer works');
}

const zoneOrFail = async (db: Db, name: string): Promise<string> =>
  (await timeZoneNamed(db, name)) ??
  failField(['time_zone'], 'Input should be the name of a time zone, such as Asia/Kolkata or Europe/Berlin');

/** Starts the current period of a budget with what was spent in it, and what work in progress has set aside. */
async function restart(db: Db, account: number, budget: BudgetRow): Promise<void> {
  const period = budget.period!;
  const since = await periodStart(db, period, budget.time_zone);
  const keys = budget.scope === 'key' ? budget.members : null;
  const spent =
    (await spentSince(db, account, { keys }, since)) + (await heldSince(db, account, keys, since));
  await startBudget(db, { ...budget, account, period, spent });
}
