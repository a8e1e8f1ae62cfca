/** Bulk jobs of one person each, by JSON and by CSV in turn: how long they take, and what they return. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDice } from '#test/fuzz/dice.ts';
import { makeKey } from '../keys.ts';
import { handleOf, isHidden, personLink } from './people.ts';
import { type Seen, shapeOf } from './shapes.ts';

/** An account may have as many downloads in progress. */
const atOnce = 4;

export async function observeJobs(url: string, people: readonly number[]): Promise<Seen[]> {
  const headers = { authorization: `Bearer ${await makeKey(url, 'privacy-jobs')}` };
  const left = openDice('privacy jobs').shuffled(people);
  const seen: Seen[] = [];
  const work = async () => {
    for (let n = left.pop(); n !== undefined; n = left.pop()) seen.push(await jobAbout(url, headers, n));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return seen;
}

async function jobAbout(url: string, headers: Record<string, string>, n: number): Promise<Seen> {
  const isFile = n % 2 === 0;
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api/v1/jobs${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as object) },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return `${[...response.headers].map((header) => header.join(': ')).join('\n')}\n\n${text}`;
  };
  const startedMs = performance.now();
  const created = await ask('', {
    method: 'POST',
    headers: { 'content-type': isFile ? 'text/csv' : 'application/json' },
    body: isFile
      ? `profile_url\n${personLink(n)}\n`
      : JSON.stringify({ profiles: [{ profile_url: personLink(n) }] }),
  });
  const id = /"id":"(job_\w+)"/.exec(created)![1]!;
  let shown = created;
  while (/"status":"(?:queued|running)"/.test(shown)) {
    await sleep(20);
    shown = await ask(`/${id}`);
  }
  const ms = performance.now() - startedMs;
  const all = [created, shown, await ask(`/${id}/items`), await ask(`/${id}/csv`)].join('\n\n');
  return { hidden: isHidden(n), ms, bytes: all.length, shape: shapeOf(all, handleOf(n)) };
}
