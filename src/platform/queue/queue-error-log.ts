import { type Clock, minuteMs } from '#core/clock.ts';
import type { Log } from '#core/context.ts';

/**
 * Logs what the queue reports: every worker reports an outage at every poll. Each kind of error gets one line per minute, with
 * how many were left out since the last one.
 */
export function queueErrorLog({ log, clock }: { log: Log; clock: Clock }) {
  const kinds = new Map<string, { saidMs: number; leftOut: number }>();
  return (error: Error & { code?: string }): void => {
    const kind = error.code ?? error.name;
    const nowMs = clock.now().getTime();
    const last = kinds.get(kind);
    if (last && nowMs - last.saidMs < minuteMs) {
      last.leftOut += 1;
      return;
    }
    kinds.set(kind, { saidMs: nowMs, leftOut: 0 });
    log.error({ error, leftOut: last?.leftOut ?? 0 }, 'the job queue reported an error');
  };
}
