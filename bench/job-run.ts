/** A bulk job from its creation to its end, worked on by a separate worker process. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { cpuMsOf, cpuMsOfFamily } from './cpu-time.ts';
import { benchLink } from './profile-rows.ts';

export interface JobOptions {
  url: string;
  key: string;
  items: number;
  profiles: number;
  /** Each round looks up other profiles. */
  round: number;
  /** Process id of the worker. */
  worker: number;
  database: pg.Pool;
}

export interface JobRun {
  perSecond: number;
  /** Processor time of the worker, an item. */
  serviceUs: number;
  databaseUs: number;
}

interface JobAnswer {
  id: string;
  status: string;
  counts: { completed: number };
  created_at: string;
  ended_at: string;
}

/** Fails unless every item is found. */
export async function runJob(options: JobOptions): Promise<JobRun> {
  const { items, worker, database } = options;
  const backend = (await database.query('select pg_backend_pid() as pid')).rows[0].pid;
  const cpuMs = async () => [await cpuMsOf(worker), await cpuMsOfFamily(backend)] as const;
  const before = await cpuMs();
  const job = await jobToItsEnd(options);
  const after = await cpuMs();
  if (job.counts.completed !== items) throw new Error(`only ${job.counts.completed} of ${items} were found`);
  const seconds = (Date.parse(job.ended_at) - Date.parse(job.created_at)) / 1000;
  return {
    perSecond: items / seconds,
    serviceUs: ((after[0] - before[0]) * 1000) / items,
    databaseUs: ((after[1] - before[1]) * 1000) / items,
  };
}

async function jobToItsEnd({ url, key, items, profiles, round }: JobOptions): Promise<JobAnswer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    profiles: Array.from({ length: items }, (_, at) => ({
      profile_url: benchLink((round * items + at) % profiles),
    })),
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}/api/v1/jobs${path}`, { headers, ...init });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as JobAnswer;
  };
  let job = await ask('', { method: 'POST', body });
  while (job.status === 'queued' || job.status === 'running') {
    await sleep(200);
    job = await ask(`/${job.id}`);
  }
  return job;
}
