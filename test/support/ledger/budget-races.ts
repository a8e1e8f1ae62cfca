import { type ChildProcess, fork } from 'node:child_process';
import type pg from 'pg';
import { newId } from '#core/ids.ts';
import { startBudget } from '#domains/credits/index.ts';
import { writeProfiles } from '#domains/directory/profiles/stored-profiles.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { parseProfileLink, profileHashOf } from '#values/profile-link/index.ts';
import { type GivenKey, givenCredits, givenKey } from '../kit.ts';
import { stopLedgerClock } from './clock.ts';

export interface RaceOrder {
  target: pg.ClientConfig | string;
  spends: number;
  seed: number;
  /** Two keys of each account. */
  holders: Pick<GivenKey, 'id' | 'account' | 'accountId'>[][];
}

export interface RaceReport {
  /** Empty if no budget was exceeded and each counts what was spent. */
  mismatches: string[];
  /** Lookups that were asked for, by how they ended. */
  counts: Record<string, number>;
  /** Days and months of all budgets in which something was spent. */
  periods: number;
  /** Those in which a budget was spent to the last credit. */
  exhausted: number;
}

/** The person that everyone looks up. */
export const knownLink = 'https://github.com/asha-example';
const startAt = new Date('2026-11-29T00:00:00Z');
const zone = 'Asia/Kolkata';
const quiet = { debug() {}, info() {}, warn() {}, error: console.error };
const program = new URL('./budget-process.ts', import.meta.url);

/**
 * Two processes look up the same people for three accounts, each with budgets per day and month and two limited keys, while the
 * clock moves over days and months. Then the ledger says what was spent in each period.
 */
export async function raceForBudgets({
  target,
  spends,
  seed,
}: Omit<RaceOrder, 'holders'>): Promise<RaceReport> {
  const pool = openPool(target, 2, quiet);
  await stopLedgerClock(pool, startAt);
  await writeKnownPerson(pool);
  const holders = await Promise.all([1, 2, 3].map(() => givenHolders(pool)));
  const children = [1, 2].map(() => fork(program, { serialization: 'advanced' }));
  const counts: Record<string, number> = {};
  const ends = await Promise.all(
    children.map((child, number) =>
      countsOf(child, { target, spends: Math.ceil(spends / 2), seed: seed + number, holders }),
    ),
  );
  for (const end of ends)
    for (const [name, times] of Object.entries(end)) counts[name] = (counts[name] ?? 0) + times;
  const result = await periodsOf(pool);
  await pool.end();
  return { counts, ...result };
}

export async function writeKnownPerson(pool: pg.Pool): Promise<void> {
  const link = parseProfileLink(knownLink);
  if (!link.ok) throw new Error(`${knownLink} is not a profile`);
  const sighting = { source: 'directory', kind: 'directory', url: null, seen_at: null } as const;
  const email = { address: 'asha@works.example', type: 'work', sources: [sighting] };
  const contacts = {
    person: { full_name: 'Asha Example', headline: null, company: null, location: null },
    ...{ emails: [email], phones: [], links: [] },
  };
  const hash = profileHashOf(link.profile.url);
  await writeProfiles(kyselyOn(pool), 'pepper', [
    {
      hash,
      profile: link.profile,
      contacts: contacts as never,
      suppressionKeys: [],
      importId: null,
      versionRead: null,
    },
  ]);
}

async function givenHolders(pool: pg.Pool): Promise<GivenKey[]> {
  const db = kyselyOn(pool);
  const first = await givenKey(db);
  const second = await givenKey(db, { accountId: first.accountId });
  const { account } = first;
  await givenCredits(db, account, 100_000_000);
  const set = (period: 'day' | 'month', credits: number, key?: GivenKey) =>
    startBudget(db, {
      ...{ id: newId('bud'), account, scope: key ? 'key' : 'account', members: key ? [key.id] : [] },
      ...{ period, time_zone: zone, credits, spent: 0 },
    });
  await set('day', 450);
  await set('month', 9_000);
  await set('day', 200, first);
  await set('month', 4_000, second);
  return [first, second];
}

const countsOf = (child: ChildProcess, order: RaceOrder): Promise<RaceReport['counts']> =>
  new Promise((resolve, reject) => {
    child.on('message', resolve as () => void);
    child.once('exit', (code) => reject(new Error(`a process of lookups ended with ${code}`)));
    child.send(order);
  });

/** Compares each budget's periods with the ledger. A hold counts when it was opened. */
async function periodsOf(pool: pg.Pool): Promise<Omit<RaceReport, 'counts'>> {
  const { rows } = await pool.query(
    `with spent as materialized (
      select paid.account, event.key_id, paid.at, paid.amount
      from credit_ledger paid join usage_event event on event.account = paid.account and event.op_key = paid.op_key
      where paid.kind = 2
      union all
      select account, key_id, created_at, case status when 'open' then amount else settled end from credit_hold
    ),
    period as (
      select budget.id, budget.credits, budget.period, budget.scope, budget.spent, budget.started_at, budget.ends_at,
        credit_period_start(budget.period, budget.time_zone, spent.at) as began_at, sum(spent.amount)::bigint as booked
      from credit_budget budget join spent on spent.account = budget.account
        and (budget.scope = 'account' or spent.key_id = any (budget.members))
      group by budget.id, began_at
    )
    select *, booked > credits as is_over, began_at = started_at and booked <> spent as is_miscounted, booked = credits as is_full
    from period`,
  );
  const mismatches = rows.filter(({ is_over, is_miscounted }) => is_over || is_miscounted);
  return {
    mismatches: mismatches.map((row) => JSON.stringify(row)),
    periods: rows.length,
    exhausted: rows.filter(({ is_full }) => is_full).length,
  };
}
