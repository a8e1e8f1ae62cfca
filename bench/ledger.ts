/**
 * `npm run bench:ledger`: spends by 64 concurrent callers, one statement each (A) and batched (C), on one hot account and on a
 * thousand, on the embedded PostgreSQL with real syncs. All run together on one machine, so only the ratios matter.
 */
import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { batch } from '#core/concurrency/batch.ts';
import { openPool } from '#platform/database/pools.ts';
import { type Spend, type SpendOutcome, spendBatch, spendOne } from '#test/support/ledger/statements.ts';
import { onBenchServer } from './bench-server.ts';
import { runBench } from './plain-error.ts';
import { median } from './programs.ts';
import { verifyLedger } from './verify-ledger.ts';

const callers = Number(process.env.BENCH_CALLERS ?? 64);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connections = 32;
const manyAccounts = 1000;

await runBench(() =>
  onBenchServer(async ({ poolConfig }) => {
    const pool = openPool(poolConfig, connections, console);
    try {
      await bench(pool);
    } finally {
      await pool.end();
    }
  }),
);

interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

async function bench(pool: pg.Pool): Promise<void> {
  const accounts = await makeAccounts(pool);
  const ways = {
    'A, one statement each': (item: Spend) => spendOne(pool, item),
    'C, batched': batch<Spend, SpendOutcome>({ run: (items) => spendBatch(pool, items, { wait: true }) }),
  };
  const places = { 'one hot account': accounts.slice(0, 1), [`${manyAccounts} accounts`]: accounts };
  const measured = new Map<string, Measured[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, among] of Object.entries(places)) {
      for (const [way, spend] of Object.entries(ways)) {
        const result = await load(spend, among, round === 0 ? 1 : seconds);
        // The first round is a warm-up.
        if (round > 0)
          measured.set(`${place}: ${way}`, [...(measured.get(`${place}: ${way}`) ?? []), result]);
      }
    }
  }
  report(measured);
  await idle(ways);
  await verifyLedger(pool);
  console.log('the ledger afterwards balances');
}

async function makeAccounts(database: pg.Pool): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into account (account_id) select 'bench ' || n from generate_series(1, $1) n returning id`,
    [manyAccounts],
  );
  await database.query(
    `select credit_grant(account.id, 'plan', account.id || '/' || month, 1000000000, now() + month * interval '30 days', '',
       gen_random_uuid()) from account, generate_series(1, 3) month`,
  );
  return rows.map(({ id }) => id);
}

async function load(
  spend: (item: Spend) => Promise<{ status: string }>,
  accounts: number[],
  loadSeconds: number,
): Promise<Measured> {
  const latencies: number[] = [];
  const startedMs = performance.now();
  const endMs = startedMs + loadSeconds * 1000;
  const call = async () => {
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      const account = accounts[Math.floor(Math.random() * accounts.length)]!;
      const { status } = await spend({ account, amount: 1, key: randomUUIDv7() });
      if (status !== 'spent') throw new Error(`a spend ended as ${status}`);
      latencies.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const perSecond = latencies.length / ((performance.now() - startedMs) / 1000);
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!;
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** The latency of a single caller. */
async function idle(ways: Record<string, (item: Spend) => Promise<unknown>>): Promise<void> {
  for (const [way, spend] of Object.entries(ways)) {
    const latencies: number[] = [];
    for (let times = 0; times < 300; times += 1) {
      const sentMs = performance.now();
      await spend({ account: 1, amount: 1, key: randomUUIDv7() });
      latencies.push(performance.now() - sentMs);
    }
    console.log(`a lone caller, ${way}: ${median(latencies).toFixed(2)} ms`);
  }
}

function report(measured: Map<string, Measured[]>): void {
  const rates = new Map<string, number>();
  for (const [name, results] of measured) {
    const [rate, p50, p99] = [
      median(results.map(({ perSecond }) => perSecond)),
      median(results.map(({ p50Ms }) => p50Ms)),
      median(results.map(({ p99Ms }) => p99Ms)),
    ];
    rates.set(name, rate);
    console.log(
      `${name.padEnd(40)} ${rate.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
    );
  }
  const [hotA, hotC, manyA, manyC] = [...rates.values()] as [number, number, number, number];
  console.log(
    `C is ${(hotC / hotA).toFixed(1)} x A on one account and ${(manyC / manyA).toFixed(1)} x over ${manyAccounts}`,
  );
}
