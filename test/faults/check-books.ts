import type pg from 'pg';
import { proveLedger } from '#app/doctor/prove-ledger.ts';
import { opKeyOf } from '#domains/lookup/index.ts';
import type { TestDatabase } from '../support/database.ts';
import { type CreditCall, creditsModel } from './history/credits-model.ts';
import { checkLinearizable } from './history/linearizable.ts';
import type { Account } from './load/accounts.ts';
import type { Callers } from './load/callers.ts';
import type { Watched } from './load/few-accounts.ts';

const pageRows = 50_000;

interface Spend {
  op_key: string;
  amount: number;
  lot_id: number;
}

/** Compares an account's acknowledged charges and grants with the ledger and the balance. */
export async function faultsInAccount(
  { pool }: TestDatabase,
  callers: Pick<Callers, 'insist'>,
  account: Account,
): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await pool.query('select id from account where account_id = $1', [account.id]);
  const number: number = rows[0].id;
  const charged = new Set([...account.charged].map((id) => opKeyOf(id)!));
  const acknowledged = charged.size;
  let spent = 0;
  const unknown: string[] = [];
  for await (const { op_key, amount } of spendsOf(pool, number)) {
    spent += amount;
    if (amount !== 1) faults.push(`${account.id}: ${op_key} cost ${amount}`);
    if (!charged.delete(op_key)) unknown.push(op_key);
  }
  const say = (what: string, keys: Iterable<string>) =>
    `${account.id}: ${what}, such as ${[...keys].slice(0, 5)}`;
  if (charged.size > 0)
    faults.push(say(`${charged.size} acknowledged charges are not in the ledger`, charged));
  if (unknown.length > account.lost)
    faults.push(
      say(
        `${unknown.length} charges belong to no answer, and only ${account.lost} answers were lost`,
        unknown,
      ),
    );
  const granted = await grantsOf(pool, number);
  if (granted !== account.granted)
    faults.push(`${account.id}: ${account.granted} granted, ${granted} in the ledger`);
  const { text } = await callers.insist(
    { method: 'GET', path: `/internal/billing/balance/${account.id}` },
    0,
  );
  const { balance, held } = JSON.parse(text);
  if (balance !== granted - spent || held !== 0)
    faults.push(
      `${account.id}: ${granted} granted, ${spent} spent (${acknowledged} acknowledged), but ${text}`,
    );
  const { rows: jobs } = await pool.query('select count(*)::int as jobs from job where account = $1', [
    number,
  ]);
  if (jobs[0].jobs !== account.jobs.size)
    faults.push(`${account.id}: ${account.jobs.size} jobs were acknowledged, and there are ${jobs[0].jobs}`);
  return faults;
}

/** In pages along the primary key, since there may be a million. */
async function* spendsOf(pool: pg.Pool, account: number): AsyncGenerator<Spend> {
  let [key, lot] = ['00000000-0000-0000-0000-000000000000', 0];
  for (;;) {
    const { rows } = await pool.query<Spend>(
      `select op_key, amount, lot_id from credit_ledger
       where account = $1 and kind = 2 and (op_key, lot_id) > ($2, $3) order by op_key, lot_id limit ${pageRows}`,
      [account, key, lot],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    [key, lot] = [last.op_key, last.lot_id];
  }
}

async function grantsOf(pool: pg.Pool, account: number): Promise<number> {
  const { rows } = await pool.query(
    'select coalesce(sum(amount), 0)::bigint as granted from credit_ledger where account = $1 and kind = 1',
    [account],
  );
  return rows[0].granted;
}

/** The ledger adds up, by the two proofs that the service has. */
export async function faultsInLedger({ pool, url }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query('select * from credit_reconcile()');
  const signal = AbortSignal.timeout(1_200_000);
  const proved = await proveLedger({ DATABASE_URL: url }, { accept: false, signal });
  return [...rows, ...proved].map((one) => `the ledger does not add up: ${JSON.stringify(one)}`);
}

/** Whether each account's history has an order that the model explains. */
export function faultsInHistories(watched: readonly Watched[], say: (line: string) => void): string[] {
  let configurations = 0;
  const faults = watched.flatMap(({ account, history }) => {
    const verdict = checkLinearizable(creditsModel, history);
    configurations += verdict.configurations;
    if (verdict.isLinearizable) return [];
    return [
      `${account.id}: ${verdict.ordered} of ${history.length} calls can be ordered, then none of ${lines(verdict.next)}`,
    ];
  });
  const calls = watched.reduce((sum, { history }) => sum + history.length, 0);
  say(
    `${calls} calls on ${watched.length} accounts: ${faults.length === 0 ? '' : 'not '}linearizable (${configurations} configurations)`,
  );
  return faults;
}

const lines = (calls: readonly CreditCall[]): string =>
  calls
    .map(({ operation, invoked, returned }) => `\n  ${invoked} to ${returned}: ${JSON.stringify(operation)}`)
    .join('');
