/**
 * `npm run bench:locked`: POST /internal/identity/locked, which is asked at every sign-in and session check, beside
 * GET /api/v1/health, over HTTP on the embedded PostgreSQL. Both run in turns on one machine, so only the ratio matters.
 */
import autocannon from 'autocannon';
import type pg from 'pg';
import { type BenchServer, benchSecret, onBenchServer } from './bench-server.ts';
import { median, startProgram } from './programs.ts';

const people = Number(process.env.BENCH_PEOPLE ?? 10_000);
const locks = Number(process.env.BENCH_LOCKS ?? 1_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64);

await onBenchServer(bench);

async function bench({ pool, environment }: BenchServer): Promise<void> {
  await seed(pool);
  const { url } = await startProgram('src/main.ts', { ...environment, ROLE: 'api' });

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
            headers: { 'content-type': 'application/json', 'x-internal-secret': benchSecret },
            body: JSON.stringify(body()),
          })),
        );
      },
    }),
  });
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  return result.requests.average;
}
