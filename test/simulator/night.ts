import type { Job } from '#core/job.ts';
import { runJob } from '#core/running/run-job.ts';
import { runsIn } from './seeded.ts';
import type { Simulation } from './simulation.ts';
import { simulatedManifest } from './world.ts';

const { signal } = new AbortController();

/** A job, now, in one of the processes. */
export async function runNow(sim: Simulation, job: Job<never>, payload: object = {}): Promise<void> {
  const instance = await sim.living();
  const attempt = { id: `night of ${job.id}`, payload, signal };
  await runsIn.run(instance, () => runJob(instance.app.kernel, job as unknown as Job, attempt));
}

/** Each scheduled job once. */
export async function runNight(sim: Simulation): Promise<void> {
  for (const job of simulatedManifest.jobs) if (job.schedule) await runNow(sim, job);
}
