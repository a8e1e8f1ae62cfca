import type { Log, Ports } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import type { Kernel } from '#core/kernel.ts';
import type { Opened } from '#core/ports.ts';
import { runJob as runTakenJob } from '#core/running/run-job.ts';
import { openTrail } from '#domains/audit/index.ts';
import { quiet } from './contact-sources.ts';
import type { TestService } from './service.ts';

interface On {
  ports: Partial<Ports> & Pick<Ports, 'db'>;
  now?: () => Date;
  log?: Log;
  /** Default: never aborts. */
  signal?: AbortSignal;
}

/** Runs a background job like the queue does, without a whole service. */
export function runJobOn<Payload extends object>(
  { ports, now = () => new Date(), log = quiet, signal = new AbortController().signal }: On,
  job: Job<Payload>,
  payload: object = {},
): Promise<void> {
  const kernel: Pick<Kernel, 'ports' | 'clock' | 'log' | 'transaction' | 'trail' | 'queue'> = {
    ports: ports as Ports,
    clock: { now },
    log,
    transaction: (work) => ports.db.transaction().execute(work),
    trail: openTrail((ports as Ports).settings),
    queue: { send: async () => {} },
  };
  const taken = { id: 'a-job', payload, signal };
  return runTakenJob(kernel as Kernel, job as unknown as Job, taken);
}

/** The same ports, but one leads elsewhere. */
export const withPort = (ports: Ports, { port: other, value }: Opened): Ports => ({
  ...ports,
  use: (port) => (port === other ? value : ports.use(port)) as never,
});

/** Runs a background job of a service. */
export function runJob<Payload extends object>(
  { app: { kernel } }: TestService,
  job: Job<Payload>,
  payload: object = {},
  log: Log = kernel.log,
): Promise<void> {
  return runJobOn({ ports: kernel.ports, now: () => kernel.clock.now(), log }, job, payload);
}
