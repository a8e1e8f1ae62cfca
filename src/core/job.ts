import type { Caller } from './access.ts';
import type { Log, Phase, Ports } from './context.ts';

/** Background work, enqueued by an operation or by a schedule. It may run more than once, so it must be safe to repeat. */
export interface Job<Payload extends object = object> {
  id: string;
  /** A five-field cron expression in UTC, for recurring work. Runs of a scheduled job never overlap. */
  schedule?: string;
  /**
   * Runs in every worker process from its start until `signal` aborts, instead of being queued. One that throws is started
   * again.
   */
  always?: boolean;
  /** It sends messages, calls vendors or moves money. Left waiting while outgoing messages are held. */
  sends?: boolean;
  /** Runs at the same time in a worker process, for a job that waits for others' servers. Default: 1. */
  atOnce?: number;
  /** Retries when `run` throws. Default: five tries with growing delays. */
  retries?: { limit: number; delaySeconds?: number; backoff?: boolean };
  /** A run that takes longer counts as failed. Default: 15 minutes. */
  timeoutSeconds?: number;
  run(ctx: JobContext, payload: Payload): Promise<void>;
}

/** The context of a job. The caller is the service itself. Changes that belong together are a phase. */
export interface JobContext {
  ports: Ports;
  now(): Date;
  caller: Caller;
  log: Log;
  /**
   * Aborts as soon as the process stops, 10 s before it ends. A run that ends early throws, to be retried, or leaves the rest
   * to the next scheduled run.
   */
  signal: AbortSignal;
  /** A transaction that commits with its audit rows and jobs when `work` resolves. */
  phase<Result>(work: (phase: Phase) => Promise<Result>): Promise<Result>;
}
