import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';

/** Makes one thing about a good request odd. */
export type Mutation = (draft: Draft, dice: Dice) => void;
