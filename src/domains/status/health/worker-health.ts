import { bytesText, counted, grouped } from '#core/amounts.ts';
import { type Finding, fault, type HealthCheck, ok, roomFinding, warning } from '#core/parts/health.ts';
import { backlog, type RunningProcess, runningProcesses } from '../sql.ts';

/** Processes that were seen a while ago and never said that they stop. */
const lostHours = 24;
const oldestSecondsMax = 600;

/** Whether jobs are taken while any process runs, which processes were lost, and whether their disks have room. */
export const workerHealth: HealthCheck = {
  id: 'workers',
  async look({ db }) {
    const processes = await runningProcesses(db, lostHours);
    const running = processes.filter(({ is_alive }) => is_alive);
    const jobs = await backlog(db);
    const customer = jobs.find(({ queue }) => queue === 'customer')!;
    const oldest = customer.jobs > 0 ? `, the oldest for ${Math.floor(customer.oldest_seconds)} s` : '';
    const queue = `Waiting customer jobs: ${customer.jobs}${oldest}.`;
    if (running.length === 0) return [ok('workers', 'The service is stopped, or has just started.')];
    const workers = running.filter(({ takes_jobs }) => takes_jobs).length;
    return [
      workers > 0
        ? ok('workers', `Processes that run jobs: ${workers}. ${queue}`)
        : fault(
            'workers',
            `No process runs background jobs. ${queue}`,
            'Start a process with ROLE=worker, or with ROLE=all.',
          ),
      ...lost(processes),
      ...waiting(jobs.find((one) => one.queue === 'background')!),
      ...versions(running),
      ...disks(running),
    ];
  },
};

function lost(processes: RunningProcess[]): Finding[] {
  const gone = processes.filter(({ is_alive }) => !is_alive);
  if (gone.length === 0) return [];
  const many = gone.length === 1 ? '1 process' : `${grouped(gone.length)} processes`;
  const named = gone.slice(0, 5).map(({ role, host }) => `${role} on ${host}`);
  return [
    warning(
      'processes',
      `${many} ended without a stop in the last day: ${named.join(', ')}.`,
      'Read the log of that machine: it was killed, or lost the database. Start it again if nothing has.',
    ),
  ];
}

function waiting({ jobs, oldest_seconds }: { jobs: number; oldest_seconds: number }): Finding[] {
  const seconds = Math.floor(oldest_seconds);
  const says =
    jobs === 0
      ? 'No background job waits.'
      : `${counted(jobs, 'background job')} waiting, the oldest for ${seconds} s.`;
  return [
    oldest_seconds > oldestSecondsMax
      ? warning(
          'queue',
          says,
          'Start another process with ROLE=worker, or read the log for what holds it up.',
        )
      : ok('queue', says),
  ];
}

function versions(running: RunningProcess[]): Finding[] {
  const different = [...new Set(running.map(({ version }) => version).filter(Boolean))].sort();
  if (different.length === 0) return [];
  return [
    different.length === 1
      ? ok('version', `Every process runs Contactry ${different[0]}.`)
      : warning(
          'version',
          `Processes run Contactry ${different.join(' and ')}.`,
          'Finish the upgrade: restart the processes that are left.',
        ),
  ];
}

const disks = (running: RunningProcess[]): Finding[] =>
  [...Map.groupBy(running, ({ host }) => host)]
    .map(([host, on]) => ({ host, free: on.flatMap(({ disk_free_bytes: free }) => free ?? []) }))
    .filter(({ free }) => free.length > 0)
    .map(({ host, free }) => {
      const least = Math.min(...free);
      return roomFinding(least, `${bytesText(least)} are free on the disk of DATA_DIR on ${host}.`);
    });
