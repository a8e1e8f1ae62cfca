import { sizeOf } from '../support/size.ts';
import { longestStretchMs } from './thread-time.ts';

/** Work on a text, or on what was made of it, of any length. `of` makes the text; only what it returns is measured. */
export interface Case {
  name: string;
  of(length: number): () => unknown;
}

/** Cases of one parser, with the greatest length it is given. */
export interface Group {
  name: string;
  lengthMax: number;
  cases(): Iterable<Case>;
}

/** A quarter of the longest texts shows the same growth. */
const lengthMax = sizeOf({ small: 256 * 1024, whole: Number.POSITIVE_INFINITY });

const parts = 16;
/** Quadratic work has a ratio of 16, linear work 1. The bound leaves a factor of 4 to both. */
const growthMax = 4;
/** One is enough to show that work doesn't grow too fast. The first ones run code that isn't compiled yet. */
const roundsMax = 20;
/** Less is not worth comparing. No bound: a slower machine compares more. */
const negligibleMs = 8;

/** Whether a text takes more than four times as long as sixteen texts of a sixteenth of its length, in each of some rounds. */
export async function growsTooFast(work: Case, length: number): Promise<boolean> {
  const whole = work.of(length);
  if ((await longestStretchMs(whole)) < negligibleMs) return false;
  const part = work.of(Math.ceil(length / parts));
  for (let round = 0; round < roundsMax; round += 1) {
    let partsMs = 0;
    for (let turn = 0; turn < parts; turn += 1) partsMs += await longestStretchMs(part);
    if ((await longestStretchMs(whole)) <= growthMax * partsMs) return false;
  }
  return true;
}

/** Names of the cases whose cost grows faster than their text. */
export async function tooFastIn(group: Group): Promise<string[]> {
  const found: string[] = [];
  for (const each of group.cases()) {
    if (await growsTooFast(each, Math.min(group.lengthMax, lengthMax))) found.push(each.name);
  }
  return found;
}
