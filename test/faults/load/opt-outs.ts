import { setTimeout as sleep } from 'node:timers/promises';
import { type Way, wayOut } from '../../cells/hide.ts';
import type { Program } from '../../support/program.ts';
import { count, inLanesUntilOver, type LoadRun } from './run-of-load.ts';

const ways: readonly Way[] = ['opt-out', 'email', 'profile'];
const pauseMs = 600;
const restMs = 200;

/** People leave, by a mail's token or by an operator. Once that is acknowledged, no answer may show them. */
export async function leave(run: LoadRun, home: Pick<Program, 'call'>): Promise<void> {
  const { people } = run;
  let next = people.leavingFrom;
  await inLanesUntilOver(run, 1, async () => {
    await sleep(pauseMs);
    // All have left.
    if (next >= people.first) return;
    const number = next++;
    people.leaving.add(number);
    const out = await wayOut(home, number, ways[number % ways.length]!);
    for (;;) {
      const answer = await out().catch(() => null);
      const text = (await answer?.text().catch(() => null)) ?? null;
      if (answer?.ok && text !== null) break;
      if (answer && !answer.ok && answer.status !== 503)
        run.faults.push(`an opt-out was answered ${answer.status}: ${text}`);
      await sleep(restMs);
    }
    people.gone.add(number);
    count(run, 'opt-outs');
  });
}
