/**
 * `npm run bench:mcp`: what a lookup by an agent costs beside the same lookup over REST, as CPU time per call of the service and
 * of PostgreSQL. CPU time says more than rates on a machine that does other things. Linux only.
 */
import autocannon from 'autocannon';
import { type BenchServer, benchSecret, onBenchServer } from './bench-server.ts';
import { cpuMsOf, cpuMsOfFamily } from './cpu-time.ts';
import { startProgram } from './programs.ts';
import { seedDirectory } from './seed.ts';

const profiles = Number(process.env.BENCH_PROFILES ?? 20_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 32);

interface Sent {
  path: string;
  headers?: Record<string, string>;
  body: object;
}

const link = () => `https://www.linkedin.com/in/bench-${Math.floor(Math.random() * profiles)}`;
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const findContact = () => ({ name: 'find_contact', arguments: { profile_url: link() } });
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'find_contact',
};

const variants: Record<string, () => Sent> = {
  'lookup over REST': () => ({ path: '/api/v1/find', body: { profile_url: link() } }),
  'lookup by an agent, with a handshake': () => ({
    path: '/mcp',
    body: message('tools/call', findContact()),
  }),
  'lookup by an agent, without a handshake': () => ({
    path: '/mcp',
    headers: modernHeaders,
    body: message('tools/call', { ...findContact(), _meta }),
  }),
  'list of the tools': () => ({ path: '/mcp', body: message('tools/list') }),
};

await onBenchServer(bench);

async function bench({ pool, environment }: BenchServer): Promise<void> {
  await seedDirectory(pool, profiles);
  const client = await pool.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const { url, pid } = await startProgram('src/main.ts', { ...environment, ROLE: 'api' });
  const key = await makeKey(url);
  const cpuMs = async () => [await cpuMsOf(pid), await cpuMsOfFamily(rows[0].pid)];
  await load(url, key, 2, variants['lookup by an agent, with a handshake']!);
  for (const [words, sent] of Object.entries(variants)) {
    const before = await cpuMs();
    const calls = await load(url, key, seconds, sent);
    const after = await cpuMs();
    const [service, database] = after.map((ms, at) => Math.round(((ms - before[at]!) * 1000) / calls));
    console.log(`${words}: service ${service} µs, PostgreSQL ${database} µs a call (${calls} calls)`);
  }
  client.release();
}

async function makeKey(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/keys/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-secret': benchSecret },
    body: JSON.stringify({
      email: 'bench@example.com',
      plan: 'starter',
      credits: 10_000_000,
      rate_limit_per_min: 1_000_000,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { key: string }).key;
}

async function load(url: string, key: string, duration: number, next: () => Sent): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration,
    setupClient(client) {
      client.setRequests(
        Array.from({ length: 100 }, () => {
          const { path, headers, body } = next();
          return {
            method: 'POST' as const,
            path,
            headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
            body: JSON.stringify(body),
          };
        }),
      );
    },
  });
  if (result.non2xx + result.errors > 0) throw new Error(JSON.stringify(result.statusCodeStats));
  return result.requests.total;
}
