import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

/** The real program on its embedded, durable PostgreSQL: killed under load and started again on the same data. */
const adminSecret = 'admin-secret-of-the-crash-test';
const lookups = 600;
const credits = 1000;
const killAfter = 150;
const callers = 24;
const link = 'https://www.linkedin.com/in/crash-tester';

let folder: string;
let url: string;
let port: number;
let running: ChildProcess | null = null;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), `contactry-${process.pid}-crash-`));
  await chmod(folder, 0o711);
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  running = await startService();
});

after(async () => {
  const child = running;
  if (child) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

test('after kill -9 under load no acknowledged charge is lost, and repeats with the same keys double none', async () => {
  await asOperator(
    '/api/v1/admin/directory/imports?file_name=crash.csv',
    'text/csv',
    `profile_url,email\n${link},crash@example.com\n`,
  );
  const { key } = await asOperator(
    '/api/v1/keys/create',
    'application/json',
    JSON.stringify({ email: 'crash@example.com', account_id: 'crash', credits, rate_limit_per_min: 100_000 }),
  );

  let answered = 0;
  const first = await inTurns(async (at) => {
    const answer = await find(key, at);
    if (answer !== null) answered += 1;
    if (answered === killAfter) running?.kill('SIGKILL');
    return answer;
  });
  const acknowledged = first.filter((answer) => answer !== null);
  assert.ok(
    acknowledged.length > 0 && acknowledged.length < lookups,
    `${acknowledged.length} of ${lookups} came through`,
  );

  running = await startService();
  const spentBefore = credits - (await balance());
  assert.ok(
    spentBefore >= acknowledged.length,
    `${spentBefore} spent for ${acknowledged.length} acknowledged`,
  );

  const second = await inTurns((at) => find(key, at));
  assert.equal(credits - (await balance()), lookups);
  first.forEach((answer, at) => {
    if (answer) assert.deepEqual(second[at], answer, 'a repeat gives the first answer');
  });
});

/** All lookups, by callers that each make one at a time. */
async function inTurns(look: (at: number) => Promise<unknown>): Promise<unknown[]> {
  const answers: unknown[] = Array.from({ length: lookups }, () => null);
  let next = 0;
  const caller = async () => {
    for (let at = next++; at < lookups; at = next++) answers[at] = await look(at);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return answers;
}

async function find(key: string, at: number): Promise<unknown> {
  try {
    const response = await fetch(`${url}/api/v1/find`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        'idempotency-key': `lookup-${at}`,
      },
      body: JSON.stringify({ profile_url: link }),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function balance(): Promise<number> {
  const response = await fetch(`${url}/internal/billing/balance/crash`, {
    headers: { 'x-internal-secret': adminSecret },
  });
  return ((await response.json()) as { balance: number }).balance;
}

async function asOperator(path: string, type: string, body: string): Promise<{ key: string }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-admin-secret': adminSecret },
    body,
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as { key: string };
}

async function startService(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      ADMIN_SECRET: adminSecret,
      INTERNAL_SECRET: adminSecret,
      SUPPRESSION_PEPPER: adminSecret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let exited = false;
  child.once('exit', () => {
    exited = true;
  });
  while (!exited) {
    const up = await fetch(`${url}/api/v1/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the service did not start');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
}
