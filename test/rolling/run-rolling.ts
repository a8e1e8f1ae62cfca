import { startLoad } from './load.ts';
import { openStage } from './open-stage.ts';

interface Rolling {
  /** More are sent until each process was restarted. */
  requests: number;
  connections: number;
  say(line: string): void;
}

/** Restarts two API processes and a worker in turn while requests run. Returns what went wrong, a line for each. */
export async function runRolling({ requests, connections, say }: Rolling): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const stage = await openStage(stack);
  say(`at least ${requests} lookups over ${connections} connections, through nginx, to two processes`);

  let restarts = 0;
  const isEnough = (sent: number) => sent >= requests && restarts >= stage.names.length;
  const load = startLoad(stage.url, stage.key, { connections, isEnough });
  const exitCodes: (number | null)[] = [];
  while (!load.isDone()) {
    const at = restarts % stage.names.length;
    exitCodes.push(await stage.restart(at));
    restarts += 1;
    say(`restarted the ${stage.names[at]}; ${load.answered()} answers, ${load.failures.length} failed`);
  }
  const seconds = await load.done;
  const paid = await stage.paid();
  say(
    `${load.answered()} answers in ${Math.round(seconds)} s, ${restarts} restarts, ${load.failures.length} failed, ${paid} credits paid`,
  );
  return [
    ...load.failures,
    ...(load.failures.length > 0 ? await stage.proxyErrors() : []),
    ...(paid === load.answered() ? [] : [`${load.answered()} lookups were paid with ${paid} credits`]),
    ...exitCodes.filter((code) => code !== 0).map((code) => `a process exited with ${code} after SIGTERM`),
  ];
}
