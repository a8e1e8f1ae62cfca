/**
 * `npm run stress`: 100,000 operations by 24 writers on a durable embedded PostgreSQL. One process runs half of them while the
 * server crashes three times (SIGQUIT, as `pg_ctl stop -m immediate`). Two processes run the rest while connections are cut. Then
 * two processes race for budgets, with ten times as many lookups while the clock moves over days and months. `npm run stress -- budgets`
 * does that alone. Fails unless the ledger, its history and the writers' results agree, and if a budget is exceeded. Set
 * STRESS_OPERATIONS and STRESS_SEED for other runs.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openPool } from '#platform/database/pools.ts';
import { raceForBudgets } from '#test/support/ledger/budget-races.ts';
import { type StressReport, stressLedger } from '#test/support/ledger/stress.ts';
import { stressAcrossProcesses } from '#test/support/ledger/stress-processes.ts';

const operations = Math.ceil(Number(process.env.STRESS_OPERATIONS ?? 100_000) / 2);
const seed = Number(process.env.STRESS_SEED ?? Date.now() % 1_000_000);
const crashes = 3;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const folder = await mkdtemp(join(tmpdir(), 'contactry-stress-'));
await chmod(folder, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet });
const size = { target: postgres.poolConfig, operations, seed, writers: 24, accounts: 12 };
try {
  const pool = openPool(postgres.poolConfig, 1, quiet);
  await migrate(pool);
  await pool.end();
  if (process.argv[2] !== 'budgets') {
    report('one process, the server crashing', await stressLedger({ ...size, disturb: crashesAmong() }));
    report('two processes, connections cut', await stressAcrossProcesses(size, 2));
  }
  await reportBudgets();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Crashes the server at regular intervals. Its supervisor restarts it. */
function crashesAmong(): () => Promise<void> {
  let asked = 0;
  const distance = Math.floor(operations / 50 / (crashes + 1));
  return async () => {
    asked += 1;
    if (asked % distance !== 0 || asked / distance > crashes) return;
    const [postmaster] = (await readFile(join(postgres.clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(postmaster), 'SIGQUIT');
    console.log(`the server was stopped hard for the ${asked / distance}. time`);
  };
}

/** Last, because it stops the ledger's clock. */
async function reportBudgets(): Promise<void> {
  const startedMs = performance.now();
  const spends = operations * 20;
  const { counts, mismatches, exhausted, periods } = await raceForBudgets({ ...size, spends });
  const seconds = (performance.now() - startedMs) / 1000;
  report('two processes, budgets', { counts, mismatches, operations: spends, seconds });
  console.log(`${periods} periods of budgets, ${exhausted} of them spent to the last credit\n`);
}

function report(what: string, { mismatches, operations: done, seconds, counts }: StressReport): void {
  for (const [name, times] of Object.entries(counts).sort())
    console.log(`${String(times).padStart(8)}  ${name}`);
  console.log(
    `${what}: ${done} operations in ${seconds.toFixed(1)} s with seed ${seed}, ${mismatches.length} mismatches\n`,
  );
  for (const mismatch of mismatches.slice(0, 20)) console.log(mismatch);
  if (mismatches.length > 0) process.exitCode = 1;
}
