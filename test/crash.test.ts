import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openProgram, type Program } from './support/program.ts';

/** The real program on its embedded, durable PostgreSQL: killed under load and started again on the same data. */
const lookups = 600;
const credits = 1000;
const killAfter = 150;
const callers = 24;
const link = 'https://www.linkedin.com/in/crash-tester';

let folder: string;
let program: Program;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), `contactry-${process.pid}-crash-`));
  await chmod(folder, 0o711);
  program = openProgram({ DATA_DIR: folder });
  await program.start();
});

after(async () => {
  await program[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('after kill -9 under load no acknowledged charge is lost, and repeats with the same keys double none', async () => {
  await asOperator('/api/v1/admin/directory/imports?file_name=crash.csv', {
    headers: { 'content-type': 'text/csv' },
    body: `profile_url,email\n${link},crash@example.com\n`,
  });
  const { key } = await asOperator('/api/v1/keys/create', {
    body: JSON.stringify({
      email: 'crash@example.com',
      account_id: 'crash',
      credits,
      rate_limit_per_min: 100_000,
    }),
  });

  let answered = 0;
  const first = await inTurns(async (at) => {
    const answer = await find(key, at);
    if (answer !== null) answered += 1;
    if (answered === killAfter) program.kill();
    return answer;
  });
  const acknowledged = first.filter((answer) => answer !== null);
  assert.ok(
    acknowledged.length > 0 && acknowledged.length < lookups,
    `${acknowledged.length} of ${lookups} came through`,
  );

  await program.start();
  const alreadySpent = credits - (await balance());
  assert.ok(
    alreadySpent >= acknowledged.length,
    `${alreadySpent} spent for ${acknowledged.length} acknowledged`,
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
    const response = await program.call('/api/v1/find', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': `lookup-${at}` },
      body: JSON.stringify({ profile_url: link }),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function balance(): Promise<number> {
  const response = await program.call('/internal/billing/balance/crash');
  return ((await response.json()) as { balance: number }).balance;
}

async function asOperator(path: string, init: RequestInit): Promise<{ key: string }> {
  const response = await program.call(path, { method: 'POST', ...init });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as { key: string };
}
