import type { Dice } from '../fuzz/dice.ts';
import type { Program } from '../support/program.ts';

/** Kills and restarts one process or the other during the work. */
export interface Killer {
  /** Called for each thing that happens. Some of these are followed by a kill. */
  pulse(): void;
  /** Waits until all processes run. Gives how often each was killed. */
  rest(): Promise<Record<string, number>>;
}

/** @param pulses about how many there will be; the kills are spread over them */
export function openKiller(
  programs: Readonly<Record<string, Program>>,
  dice: Dice,
  { pulses, kills: most }: { pulses: number; kills: number },
): Killer {
  const every = Math.floor(pulses / most);
  const kills: Record<string, number> = {};
  const names = Object.keys(programs);
  let untilNext = 1 + dice.below(every);
  let under: Promise<void> = Promise.resolve();
  let isBusy = false;
  let killed = 0;

  async function killOne(): Promise<void> {
    isBusy = true;
    // In turn, so that a short run kills each.
    const name = names[killed++ % names.length]!;
    kills[name] = (kills[name] ?? 0) + 1;
    programs[name]!.kill();
    await programs[name]!.start();
    isBusy = false;
  }
  return {
    pulse() {
      untilNext -= 1;
      if (untilNext > 0 || isBusy || killed === most) return;
      untilNext = Math.ceil(every / 2) + dice.below(every);
      under = killOne();
    },
    async rest() {
      await under;
      return kills;
    },
  };
}
