/**
 * `npm run bench`: POST /api/v1/find over HTTP, on a directory of one million profiles with durable spends, compared with
 * (a) pgbench running one plain transaction per lookup and spend on the same server, and
 * (b) a bare Fastify route with the same schema. All run together on one machine, so only the ratios matter.
 */
import { readFile } from 'node:fs/promises';
import { type BenchServer, benchSecret, onBenchServer } from './bench-server.ts';
import { load, loadProgram, type Measured } from './load.ts';
import { runPgbench } from './plain-transaction.ts';
import { median, startProgram } from './programs.ts';
import { accounts, credits, seedDirectory } from './seed.ts';

const profiles = Number(process.env.BENCH_PROFILES ?? 1_000_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 256);

await onBenchServer(bench);

async function bench({ pool, poolConfig, environment }: BenchServer): Promise<void> {
  say(`loading ${profiles.toLocaleString('en')} profiles`);
  await seedDirectory(pool, profiles);

  const find = await startProgram('src/main.ts', { ...environment, ROLE: 'api' });
  const bare = await startProgram('bench/bare-fastify.ts', {});
  const keys = await makeKeys(find.url);

  const results = { plain: [] as number[], bare: [] as number[], find: [] as number[], p99: [] as number[] };
  await measure(find.url, keys, 3);
  for (let round = 1; round <= rounds; round += 1) {
    results.bare.push((await measure(bare.url, keys, seconds)).perSecond);
    const answered = await measure(find.url, keys, seconds);
    results.find.push(answered.perSecond);
    results.p99.push(answered.p99Ms);
    results.plain.push(await runPgbench({ server: poolConfig, seconds, profiles }));
    say(
      `round ${round}: find ${results.find.at(-1)?.toFixed(0)}/s, bare ${results.bare.at(-1)?.toFixed(0)}/s, pgbench ${results.plain.at(-1)?.toFixed(0)}/s`,
    );
  }
  const memory = await memoryOf(find.pid);
  const { rows } = await pool.query('select * from credit_reconcile()');
  const [findRate, bareRate, plainRate] = [median(results.find), median(results.bare), median(results.plain)];
  console.log(`
  POST /api/v1/find       ${findRate.toFixed(0)} lookups/s   p99 ${median(results.p99).toFixed(0)} ms at ${connections} connections by ${loadProgram}, ${accounts} account(s)
  (a) plain transactions  ${plainRate.toFixed(0)}/s   find is ${(findRate / plainRate).toFixed(2)} x (a), wanted at least 3
  (b) bare Fastify route  ${bareRate.toFixed(0)}/s   find is ${(findRate / bareRate).toFixed(2)} x (b), wanted at least 0.25
  memory of the service   ${memory.peak} MB at its peak, ${memory.now} MB now, wanted under 300
  the ledger afterwards   ${rows.length === 0 ? 'balances' : `${rows.length} MISMATCHES`}
`);
}

/** One key per account, each with credits for the whole run. */
async function makeKeys(url: string): Promise<string[]> {
  return Promise.all(
    Array.from({ length: accounts }, async (_, at) => {
      const response = await fetch(`${url}/api/v1/keys/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-admin-secret': benchSecret },
        body: JSON.stringify({ email: `bench-${at}@example.com`, credits, rate_limit_per_min: 1_000_000 }),
      });
      if (!response.ok) throw new Error(await response.text());
      return ((await response.json()) as { key: string }).key;
    }),
  );
}

function measure(url: string, keys: string[], duration: number): Promise<Measured> {
  return load({
    url,
    connections,
    seconds: duration,
    requests: 20_000,
    request: (n) => ({
      path: '/api/v1/find',
      headers: { authorization: `Bearer ${keys[n % keys.length]}` },
      body: { profile_url: `https://www.linkedin.com/in/bench-${Math.floor(Math.random() * profiles)}` },
    }),
  });
}

async function memoryOf(pid: number): Promise<{ peak: number; now: number }> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024);
  return { peak: megabytes('VmHWM'), now: megabytes('VmRSS') };
}

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}
