import type { Dice } from '../../fuzz/dice.ts';
import type { Callers } from './callers.ts';
import type { People } from './people.ts';

/** Shared by all parts of the load. */
export interface LoadRun {
  callers: Callers;
  people: People;
  /** A part's own choices. */
  dice(part: string): Dice;
  isOver(): boolean;
  /** Acknowledged operations by kind. */
  counts: Record<string, number>;
  /** Answers that contradict what was acknowledged before. */
  faults: string[];
}

export const count = ({ counts }: LoadRun, kind: string, amount = 1): void => {
  counts[kind] = (counts[kind] ?? 0) + amount;
};

/** Runs the same work in many lanes until the run is over. */
export async function inLanesUntilOver(
  run: LoadRun,
  lanes: number,
  work: (lane: number) => Promise<void>,
): Promise<void> {
  const lane = async (at: number) => {
    while (!run.isOver()) await work(at);
  };
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(at)));
}
