import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Program } from '../support/program.ts';

interface Load {
  connections: number;
  /** Lookups of all connections, unless answers take longer. Default: as many as are answered. */
  perSecond?: number;
  isEnough(sent: number): boolean;
}

/** Each answer costs one credit, so that the balance shows what was lost or charged twice. Ends early after a failure. */
export function startLoad(url: string, key: string, { connections, perSecond, isEnough }: Load) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const failures: string[] = [];
  const startedMs = performance.now();
  let tookMs: number[] = [];
  let sent = 0;
  let answered = 0;
  let isDone = false;
  const everyMs = perSecond ? (1_000 * connections) / perSecond : 0;
  const lane = async () => {
    while (failures.length === 0 && !isEnough(sent)) {
      sent += 1;
      const sentMs = performance.now();
      const fault = await findOnce(pool, key).catch((error: Error) => error.message);
      if (fault !== null) failures.push(fault);
      answered += 1;
      const ms = performance.now() - sentMs;
      tookMs.push(ms);
      if (ms < everyMs) await sleep(everyMs - ms);
    }
  };
  const done = Promise.all(Array.from({ length: connections }, lane)).then(async () => {
    await pool.close();
    isDone = true;
    return (performance.now() - startedMs) / 1000;
  });
  return {
    done,
    failures,
    answered: () => answered,
    isDone: () => isDone,
    /** The milliseconds of the answers since the last call, ascending. */
    times(): number[] {
      const times = tookMs.sort((one, other) => one - other);
      tookMs = [];
      return times;
    },
  };
}

async function findOnce(pool: Pool, key: string): Promise<string | null> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/api/v1/find',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"profile_url":"github.com/asha-example"}',
  });
  const text = await body.text();
  return statusCode === 200 && text.includes('asha@works.example.com')
    ? null
    : `${statusCode} ${text.slice(0, 200)}`;
}

export async function importPerson(program: Program): Promise<void> {
  const body = 'profile_url,full_name,email\ngithub.com/asha-example,Asha Example,asha@works.example.com\n';
  const headers = { 'content-type': 'text/csv' };
  const answer = await program.call('/api/v1/admin/directory/imports', { method: 'POST', body, headers });
  assert.ok(answer.ok, await answer.text());
}
