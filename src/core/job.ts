import type { Caller } from './caller.ts';
import type { Log, Phase, Ports } from './context.ts';

/** Background work, enqueued by operations or by a schedule. Runs at least once: it must be safe to repeat. */
export interface Job<Payload extends object = object> {
  id: string;
  /** Five-field cron expression in UTC, for work that recurs. Of a scheduled job only one run is under way at a time. */
  schedule?: string;
  /** What happens when `run` throws: five tries with growing pauses unless given. */
  retries?: { limit: number; delaySeconds?: number; backoff?: boolean };
  /** A run that takes longer counts as failed; 15 minutes unless given. */
  timeoutSeconds?: number;
  run(ctx: JobContext, payload: Payload): Promise<void>;
}

/** What a job gets: the caller is the service itself. What belongs together, or leaves an audit row, is a phase. */
export interface JobContext {
  ports: Ports;
  now(): Date;
  caller: Caller;
  log: Log;
  /**
   * Aborts as soon as the process stops, 10 s before it ends. A run that ends early throws, to be tried again, or leaves the
   * rest to the next run of its schedule.
   */
  signal: AbortSignal;
  /** A transaction, committed with its audit rows and jobs when `work` is done. */
  phase<Result>(work: (phase: Phase) => Promise<Result>): Promise<Result>;
}
