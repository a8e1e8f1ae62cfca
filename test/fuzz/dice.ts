import { createHash } from 'node:crypto';

/** Choices that are the same on every run with the same seed. */
export interface Dice {
  /** A whole number from 0 to `count` - 1. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<Value>(choices: readonly Value[]): Value;
  shuffled<Value>(values: readonly Value[]): Value[];
}

export function openDice(...seed: (number | string)[]): Dice {
  let state = createHash('sha256').update(seed.join('/')).digest().readUInt32LE();
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)]!,
    shuffled: (values) =>
      values
        .map((value) => ({ value, place: next() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ value }) => value),
  };
}
