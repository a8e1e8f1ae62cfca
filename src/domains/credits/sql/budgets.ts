import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf, rowOf, rowOrNull, rowsOf, run } from '#core/database/statement.ts';

export type BudgetPeriod = 'day' | 'month';

/** A budget in its current period. */
export interface BudgetRow {
  id: string;
  scope: 'account' | 'key' | 'job';
  /** The key it was set for and those that replaced it in turn, or the job. Empty for the account. */
  members: string[];
  /** Null for a job's, which never starts again. */
  period: BudgetPeriod | null;
  time_zone: string;
  credits: number;
  spent: number;
  started_at: Date | null;
  /** Exclusive. */
  ends_at: Date | null;
}

/** A budget that has ended its period has a new one, in which nothing is spent. */
const columns = sql`
  id, scope, members, period, time_zone, credits, case when ends_at > clock.now then spent else 0 end as spent,
  nullif(case when ends_at > clock.now then started_at else credit_period_start(period, time_zone, clock.now) end, '-infinity')
    as started_at,
  nullif(case when ends_at > clock.now then ends_at else credit_period_start(period, time_zone, clock.now, 1) end, 'infinity')
    as ends_at`;
const fromBudgets = sql`credit_budget, (select ledger_now() as now) clock`;

/** The budgets of the account and its keys, the account's first. */
export const budgetsOf = (db: Db, account: number): Promise<BudgetRow[]> =>
  rowsOf<BudgetRow>(db)`
    select ${columns} from ${fromBudgets} where account = ${account} and scope <> 'job' order by scope, members, period`;

/** The budget that leaves the least to this key and this job, and of those the one that starts again last. */
export const tightestBudget = (
  db: Db,
  { account, keyId, job }: { account: number; keyId: string | null; job: string | null },
): Promise<BudgetRow | null> =>
  rowOrNull<BudgetRow>(db)`
    select * from (
      select ${columns} from ${fromBudgets}
      where account = ${account} and credit_budget_binds(scope, members, ${keyId}, ${job}::uuid)
    ) own
    order by credits - spent, ends_at desc nulls first limit 1`;

/** When the current period of this kind began. */
export const periodStart = (db: Db, period: BudgetPeriod, timeZone: string): Promise<Date> =>
  fieldOf<Date>(db)`select credit_period_start(${period}, ${timeZone}, ledger_now())`;

/** Credits that work in progress of the account, or of these keys, has set aside since then. */
export const heldSince = (
  db: Db,
  account: number,
  keys: readonly string[] | null,
  since: Date,
): Promise<number> =>
  fieldOf<number>(db)`
    select coalesce(sum(amount), 0)::bigint from credit_hold
    where account = ${account} and status = 'open' and lease_until < 'infinity' and created_at >= ${since}
      and (${keys}::text[] is null or key_id = any (${keys}::text[]))`;

type NewBudget = Pick<BudgetRow, 'id' | 'scope' | 'members' | 'credits' | 'spent' | 'time_zone'> & {
  account: number;
  period: BudgetPeriod;
};

/** Adds a budget, or starts the current period of one again. The account is locked. */
export const startBudget = (
  db: Db,
  { id, account, scope, members, period, time_zone, credits, spent }: NewBudget,
): Promise<void> =>
  run(db)`
    insert into credit_budget (id, account, scope, members, period, time_zone, credits, spent, started_at, ends_at)
    select ${id}, ${account}, ${scope}, ${members}::text[], ${period}, ${time_zone}, ${credits}, ${spent},
      credit_period_start(${period}, ${time_zone}, clock.now), credit_period_start(${period}, ${time_zone}, clock.now, 1)
    from (select ledger_now() as now) clock
    on conflict (id) do update set time_zone = excluded.time_zone, credits = excluded.credits, spent = excluded.spent,
      started_at = excluded.started_at, ends_at = excluded.ends_at, announced = 0`;

/** The account is locked. A budget that is raised is announced again. */
export const changeBudget = (db: Db, id: string, credits: number): Promise<void> =>
  run(db)`
    update credit_budget set credits = ${credits}, announced = least(announced, credit_budget_reached(spent, ${credits}))
    where id = ${id}`;

/** The account is locked. */
export const removeBudgets = (db: Db, ids: readonly string[]): Promise<void> =>
  run(db)`delete from credit_budget where id = any (${ids}::text[])`;

/** The most that a job may spend in all. Null lifts it. `spent`: by a job without a limit until now. */
export const setJobBudget = async (
  db: Db,
  { account, job, credits, spent }: { account: number; job: string; credits: number | null; spent: number },
): Promise<void> => {
  await sql`select credit_set_job_budget(${account}, ${job}, ${credits}, ${spent})`.execute(db);
};

/** The time zone in which the account's days begin. */
export const timeZoneOf = async (db: Db, account: number): Promise<string> => {
  const budget = await rowOrNull<{ time_zone: string }>(db)`
    select time_zone from credit_budget where account = ${account} and scope <> 'job' limit 1`;
  return budget?.time_zone ?? 'UTC';
};

/** The name of a time zone as the database spells it. Null for one that it doesn't know. */
export const timeZoneNamed = async (db: Db, name: string): Promise<string | null> => {
  const { zone } = await rowOf<{ zone: string | null }>(db)`
    select min(name) as zone from pg_timezone_names where lower(name) = lower(${name}) and name !~ '^(posix|right)/'`;
  return zone;
};
