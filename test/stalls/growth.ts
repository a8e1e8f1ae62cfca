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
/** A round with this ratio or less settles it: no disturbance hides a factor of 8. */
const growthPlain = 2;
/** The first ones run code that isn't compiled yet. */
const rounds = 10;
/** Less is not worth comparing. No bound: a slower machine compares more. */
const negligibleMs = 8;

/**
 * Whether a text takes more than four times as long as sixteen texts of a sixteenth of its length. The shortest times of some rounds
 * are compared, because a busy machine only makes times longer.
 */
export async function growsTooFast(work: Case, length: number): Promise<boolean> {
  const whole = work.of(length);
  if ((await longestStretchMs(whole)) < negligibleMs) return false;
  const part = work.of(Math.ceil(length / parts));
  let leastPartsMs = Number.POSITIVE_INFINITY;
  let leastWholeMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    let partsMs = 0;
    for (let turn = 0; turn < parts; turn += 1) partsMs += await longestStretchMs(part);
    const wholeMs = await longestStretchMs(whole);
    if (wholeMs <= growthPlain * partsMs) return false;
    leastPartsMs = Math.min(leastPartsMs, partsMs);
    leastWholeMs = Math.min(leastWholeMs, wholeMs);
  }
  return leastWholeMs > growthMax * leastPartsMs;
}

/** Names of the cases whose cost grows faster than their text. */
export async function tooFastIn(group: Group): Promise<string[]> {
  const found: string[] = [];
  for (const each of group.cases()) {
    if (await growsTooFast(each, Math.min(group.lengthMax, lengthMax))) found.push(each.name);
  }
  return found;
}
