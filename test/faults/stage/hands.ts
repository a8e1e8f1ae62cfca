import { setTimeout as sleep } from 'node:timers/promises';
import { openDice } from '../../fuzz/dice.ts';
import { comeBack, deadlyFaults, type Fault, fullDisk, pausesBy, quietFaults } from './faults.ts';
import type { Stage } from './open-stage.ts';

export interface Hands {
  /** How often each fault was done. */
  counts: ReadonlyMap<string, number>;
  /** Processes that ended although no one killed them. */
  endedOnTheirOwn: string[];
  /** Faults that this machine can't have. */
  leftOut: string[];
  /** Puts everything right. */
  rest(): Promise<void>;
}

/** Between two faults of one hand, in milliseconds. */
const restMs = { min: 5_000, below: 12_000 };

/**
 * Does the faults that the seed says: one hand those that end processes, the other those that only disturb them, so that two meet. Each
 * deals its faults like cards, so that a short run has each kind.
 */
export function openHands(stage: Stage, seed: number): Hands {
  const counts = new Map<string, number>();
  const endedOnTheirOwn: string[] = [];
  const { api, worker, redis } = stage;
  const stopping = new AbortController();
  const pauses = (hand: string) => pausesBy(openDice(seed, hand));
  const full = fullDisk(stage, pauses('disk'));
  const deadly = deadlyFaults(stage, pauses('deadly'));
  const quiet = [...quietFaults(stage, pauses('quiet')), ...(full ? [full] : [])];

  async function restartEnded(): Promise<void> {
    for (const { name, program } of [...api, worker]) {
      if (!program.isGone()) continue;
      endedOnTheirOwn.push(name);
      await comeBack(program);
    }
  }

  async function hand(name: string, faults: readonly Fault[], before: () => Promise<void>): Promise<void> {
    const dice = openDice(seed, name);
    let deck: Fault[] = [];
    while (!stopping.signal.aborted) {
      const pauseMs = restMs.min + dice.below(restMs.below);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      if (deck.length === 0) deck = dealt(faults, dice.shuffled);
      const fault = deck.shift()!;
      await before();
      await fault.happen();
      counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    }
  }
  const both = Promise.all([hand('deadly', deadly, restartEnded), hand('quiet', quiet, async () => {})]);
  both.catch(() => {});
  return {
    counts,
    endedOnTheirOwn,
    leftOut: [
      ...(full ? [] : ['a full disk, which needs root on Linux']),
      ...(redis ? [] : ['Redis, which needs redis-server on the PATH']),
    ],
    async rest() {
      stopping.abort();
      await both;
      await restartEnded();
    },
  };
}

/** Each kind once in any order, then the rest of their shares. */
function dealt(faults: readonly Fault[], shuffled: <Card>(cards: readonly Card[]) => Card[]): Fault[] {
  const others = faults.flatMap((fault) => Array.from({ length: fault.share - 1 }, () => fault));
  return [...shuffled(faults), ...shuffled(others)];
}
