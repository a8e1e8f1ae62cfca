/**
 * `npm run bench:locked`: POST /internal/identity/locked, which is asked at every sign-in and session check, beside
 * GET /api/v1/health, over HTTP on the embedded PostgreSQL. Both run in turns on one machine, so only the ratio matters.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type pg from 'pg';
import { runsAsRoot } from '#platform/database/embedded/account.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/start-embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openPool } from '#platform/database/pools.ts';
import { urlOf } from '#test/support/throw-away-cluster.ts';
import { endPrograms, median, startProgram } from './programs.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 10_000);
const locks = Number(process.env.BENCH_LOCKS ?? 1_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64);
const secret = 'bench-internal-secret-0123456789';

const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };
const folder = await mkdtemp(join(tmpdir(), 'contactry-bench-'));
await chmod(folder, 0o711);
// The service drops root and then can't enter the socket's folder.
const transport = runsAsRoot() ? 'loopback' : undefined;
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: quiet, transport });
try {
  await bench();
} finally {
  endPrograms();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  const pool = openPool(urlOf(postgres), 4, quiet);
  await migrate(pool);
  await seed(pool);
  await pool.end();
  const { url } = await startProgram('src/main.ts', {
    DATABASE_URL: urlOf(postgres),
    DATA_DIR: join(folder, 'service'),
    ADMIN_SECRET: secret,
    INTERNAL_SECRET: secret,
    SUPPRESSION_PEPPER: secret,
    LOG_LEVEL: 'warn',
    ROLE: 'api',
  });

  const ratios: number[] = [];
  await load(`${url}/internal/identity/locked`, 2, questions);
  for (let round = 1; round <= rounds; round += 1) {
    const health = await load(`${url}/api/v1/health`, seconds);
    const locked = await load(`${url}/internal/identity/locked`, seconds, questions);
    ratios.push(health / locked);
    console.log(`round ${round}: health ${health.toFixed(0)}/s, locked ${locked.toFixed(0)}/s`);
  }
  console.log(
    `a lock check costs ${median(ratios).toFixed(2)} x a health check at ${connections} connections, wanted at most 2`,
  );
}

/** People with an e-mail, a sign-in and a number each, and locks on others. */
async function seed(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into account (account_id, email) select 'bench-' || n, 'bench-' || n || '@example.com' from generate_series(1, $1) n`,
    [people],
  );
  await pool.query(
    `insert into identity_handle (kind, handle, account)
     select kind, prefix || substr(account_id, 7) || suffix, id from account,
       (values ('email', 'bench-', '@example.com'), ('provider_user', 'google:', ''), ('whatsapp', '+1202', ''))
         as kinds (kind, prefix, suffix)`,
  );
  await pool.query(
    `insert into identity_lock (subject_type, subject, reason, created_by)
     select 'email', 'locked-' || n || '@example.com', 'bench', 'bench' from generate_series(1, $1) n`,
    [locks],
  );
}

function questions(): object {
  const n = 1 + Math.floor(Math.random() * people);
  return {
    account_id: `bench-${n}`,
    email: `bench-${n}@example.com`,
    provider: 'google',
    provider_user_id: String(n),
    ip: `203.0.113.${n % 256}`,
  };
}

async function load(url: string, duration: number, body?: () => object): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration,
    ...(body && {
      setupClient(client: autocannon.Client) {
        client.setRequests(
          Array.from({ length: 200 }, () => ({
            method: 'POST' as const,
            headers: { 'content-type': 'application/json', 'x-internal-secret': secret },
            body: JSON.stringify(body()),
          })),
        );
      },
    }),
  });
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  return result.requests.average;
}
