import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Leases, openLeases } from '#core/concurrency/leases.ts';
import type { Job, JobContext } from '#core/job.ts';
import { type Claim, claimNext, type Lane, renewClaims } from '../sql/claims.ts';
import { JobWork } from './job-work.ts';
import { workOn } from './work-on.ts';

/** Loops of each worker process, and the rows that a loop claims at a time. */
const lanes: Record<Lane, { loops: number; size: number }> = {
  directory: { loops: 2, size: 500 },
  sources: { loops: 3, size: 16 },
};

/** For claims of workers that died and turns that have to wait. New work wakes the loops at once. */
const idleMs = 2_000;
const afterFailureMs = 1_000;

/** Works on jobs as long as the process runs. Any number of processes share them. */
export const work: Job = {
  id: 'jobs.work',
  sends: true,
  always: true,
  async run(ctx) {
    const { db } = ctx.ports;
    const leases = openLeases<Claim>(
      (claims) => renewClaims(db, claims),
      (error) => ctx.log.error({ error }, 'could not renew the claims on rows of jobs'),
    );
    const worker = randomUUID();
    const loops = (Object.keys(lanes) as Lane[]).flatMap((lane) =>
      Array.from({ length: lanes[lane].loops }, () => workInLane(ctx, lane, worker, leases)),
    );
    await Promise.all(loops);
  },
};

async function workInLane(ctx: JobContext, lane: Lane, worker: string, leases: Leases<Claim>): Promise<void> {
  const { db } = ctx.ports;
  const jobWork = ctx.ports.use(JobWork);
  while (!ctx.signal.aborted) {
    try {
      const claim = await claimNext(db, lane, worker, lanes[lane].size);
      if (claim === 'idle') await jobWork.wait(idleMs, ctx.signal);
      if (typeof claim === 'string') continue;
      using _lease = leases.keep(claim);
      await workOn(ctx, claim);
    } catch (error) {
      ctx.log.error({ error, lane }, 'rows of a job are left to the next worker');
      await sleep(afterFailureMs, undefined, { signal: ctx.signal }).catch(() => {});
    }
  }
}
