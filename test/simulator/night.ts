import { runJob } from '#core/running/run-job.ts';
import { runsIn } from './seeded.ts';
import type { Simulation } from './simulation.ts';
import { simulated } from './world.ts';

const { signal } = new AbortController();

/** Each scheduled job once, in one of the processes. */
export async function runNight(sim: Simulation): Promise<void> {
  const instance = await sim.living();
  const { kernel } = instance.app;
  await runsIn.run(instance, async () => {
    for (const job of simulated.jobs)
      if (job.schedule) await runJob(kernel, job, { id: `night of ${job.id}`, payload: {}, signal });
  });
}
