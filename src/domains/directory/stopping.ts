import type { Context } from '#core/context.ts';
import { failWith } from '#core/failure.ts';

const fail = failWith(['overloaded']);

/** Between two steps of work that a repeat continues: fails with 503 when the process is stopping. */
export function refuseWhileStopping({ ports }: Context): void {
  if (!ports.stopping.aborted) return;
  fail('overloaded', {
    detail: 'The service is being stopped. Finished steps stay. Repeat the call to continue.',
  });
}
