import assert from 'node:assert/strict';
import { proveLedger } from '#app/doctor/prove-ledger.ts';
import { opKeyOf } from '#domains/lookup/index.ts';
import { eventually } from '../support/eventually.ts';
import { openProgram, type Program } from '../support/program.ts';
import { type Server, startTwoServers, type TwoServers } from '../support/two-servers.ts';
import { type Load, profiles, startLoad } from './load.ts';

interface Failover {
  /** The primary is killed this often; after each, it comes back as the standby of the other. */
  rounds: number;
  /** Lookups to answer before each kill. */
  lookups: number;
  /** From the promotion to the first answer of each process. Null: as long as it takes. */
  secondsMax: number | null;
  say(line: string): void;
}

const credits = 100_000_000;

/** Kills the primary under load, promotes its standby, and compares the ledger with what was acknowledged. Returns what is wrong. */
export async function runFailover({ rounds, lookups, secondsMax, say }: Failover): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const servers = stack.use(await startTwoServers());
  const shared = { DATABASE_URL: servers.url, LOG_LEVEL: 'fatal' };
  const api = [1, 2].map(() => stack.use(openProgram({ ...shared, ROLE: 'api' })));
  const worker = stack.use(openProgram({ ...shared, ROLE: 'worker', LOG_LEVEL: 'info' }));
  for (const program of [...api, worker]) await program.start();
  const key = await customerOf(api[0]!);
  const load = startLoad(api, key);
  stack.defer(() => load.stop());
  const faults: string[] = [];
  let [primary, standby] = [servers.a, servers.b];
  for (let round = 1; round <= rounds && load.faults.length === 0; round += 1) {
    await answers(load, load.answered.length + lookups);
    const seconds = await failOver(primary, standby, load);
    say(
      `round ${round}: killed ${primary.name} after ${load.answered.length} answers; all worked again ${seconds.sinceKill} s after the kill, ${seconds.sincePromotion} s after the promotion of ${standby.name}`,
    );
    if (secondsMax !== null && seconds.sincePromotion > secondsMax)
      faults.push(
        `round ${round} took ${seconds.sincePromotion} s from the promotion; at most ${secondsMax}`,
      );
    await primary.follow(standby, round % 2 === 1 ? 'pg_rewind' : 'pg_basebackup');
    await standby.waitFor(primary.name);
    [primary, standby] = [standby, primary];
  }
  await answers(load, load.answered.length + lookups);
  await load.stop();
  const found = await check(servers, primary, api[1]!, load, key, say);
  return [...load.faults, ...faults, ...found];
}

/** However slow the machine is: only a load that stands still ends the test. */
async function answers(load: Load, count: number): Promise<void> {
  while (load.answered.length < count && load.faults.length === 0) {
    const before = load.answered.length;
    await eventually(async () => assert.ok(load.answered.length > before || load.faults.length > 0));
  }
}

async function failOver(primary: Server, standby: Server, load: Load) {
  await primary.kill();
  const killedMs = performance.now();
  // A short outage doesn't fail a call: it is repeated for some seconds.
  const failedBefore = load.failed.size;
  await eventually(async () => assert.ok(load.failed.size > failedBefore), 50);
  const back = load.worksAgain();
  await standby.promote();
  const promotedMs = performance.now();
  await back;
  const since = (ms: number) => Math.round((performance.now() - ms) / 100) / 10;
  return { sinceKill: since(killedMs), sincePromotion: since(promotedMs) };
}

async function customerOf(program: Program): Promise<string> {
  const post = async (path: string, body: string, headers = {}) => {
    const answer = await program.call(path, { method: 'POST', body, headers });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json() as Promise<{ key: string }>;
  };
  const rows = profiles.map((profile, at) => `${profile},person${at}@works.example.com\n`);
  await post('/api/v1/admin/directory/imports', `profile_url,email\n${rows.join('')}`, {
    'content-type': 'text/csv',
  });
  const account = {
    email: 'failover@example.com',
    account_id: 'failover',
    credits,
    rate_limit_per_min: 1_000_000,
  };
  return (await post('/api/v1/keys/create', JSON.stringify(account))).key;
}

/** Every acknowledged charge is in the ledger once, nothing else is, and a repeat returns the first answer. */
async function check(
  { url }: TwoServers,
  primary: Server,
  program: Program,
  load: Load,
  key: string,
  say: (line: string) => void,
): Promise<string[]> {
  const { answered, jobs, failed } = load;
  const spends = await primary.ask(
    'select op_key::text, count(*)::int as times, sum(amount)::int as credits from credit_ledger where kind = 2 group by op_key',
  );
  const byKey = new Map(spends.map((spend) => [spend.op_key, spend]));
  const items = await primary.ask('select lookup::text from job_item where lookup is not null');
  const keys = new Set([...answered.map(({ id }) => opKeyOf(id)), ...items.map(({ lookup }) => lookup)]);
  const lost = answered.filter(({ id }) => !byKey.has(opKeyOf(id)!));
  const doubled = spends.filter(({ times, credits }) => times !== 1 || credits !== 1);
  const unknown = spends.filter(({ op_key }) => !keys.has(op_key as string));
  const balance = await program.call('/internal/billing/balance/failover');
  const paid = credits - ((await balance.json()) as { balance: number }).balance;
  const reconciled = await primary.ask('select * from credit_reconcile()');
  const signal = AbortSignal.timeout(600_000);
  const proved = await proveLedger({ DATABASE_URL: url }, { accept: false, signal });
  let changed = 0;
  for (const { idempotencyKey, text } of answered.filter(
    ({ wasRepeated }, at) => wasRepeated || at % 10 === 0,
  )) {
    const answer = await program.call('/api/v1/find', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': idempotencyKey },
      body: JSON.stringify({ profile_url: profiles[0] }),
    });
    if ((await answer.text()) !== text) changed += 1;
  }
  const repeated = answered.filter(({ wasRepeated }) => wasRepeated).length;
  say(
    `${answered.length} lookups answered, ${repeated} of them after ${failed.size} failed calls; ${jobs.length} jobs completed`,
  );
  say(`${spends.length} charges in the ledger, ${paid} credits paid from lots`);
  return [
    ...(lost.length ? [`${lost.length} acknowledged charges are not in the ledger`] : []),
    ...(doubled.length ? [`${doubled.length} lookups were not paid exactly once`] : []),
    ...(unknown.length ? [`${unknown.length} charges belong to no lookup that was answered`] : []),
    ...(spends.length === keys.size && paid === spends.length
      ? []
      : [`${keys.size} lookups, ${spends.length} charges, ${paid} credits`]),
    ...(changed ? [`${changed} repeats had another answer`] : []),
    ...[...reconciled, ...proved].map(
      (mismatch) => `the ledger does not reconcile: ${JSON.stringify(mismatch)}`,
    ),
  ];
}
