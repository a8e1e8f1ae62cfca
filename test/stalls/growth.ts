import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

/** An eighth of the longest texts shows the same growth. */
const lengthMax = sizeOf({ small: 128 * 1024, whole: Number.POSITIVE_INFINITY });

const parts = 16;
/** Quadratic work has a ratio of 16, linear work 1. The bound leaves a factor of 4 to both. */
const growthMax = 4;
/** With this ratio or less it is settled early. */
const growthPlain = 2;
/** Less is not worth comparing. No bound: a slower machine compares more. */
const negligibleMs = 8;
/** Some kernels count CPU time in ticks of 4 ms, so times are added up until ten ticks can settle it, or twenty-five must. */
const settlesEarlyMs = 40;
const settlesMs = 100;
const times = 5;

/**
 * Whether a text takes more than four times as long as sixteen texts of a sixteenth of its length. CPU times are compared, so
 * other programs on the machine don't count.
 */
export async function growsTooFast(work: Case, length: number): Promise<boolean> {
  const whole = work.of(length);
  // Twice, because the first run is of code that isn't compiled yet.
  for (let run = 0; run < 2; run += 1) if ((await longestStretchMs(whole)) < negligibleMs) return false;
  const part = work.of(Math.ceil(length / parts));
  let partsMs = 0;
  let wholeMs = 0;
  while (wholeMs < settlesMs) {
    for (let turn = 0; turn < parts; turn += 1) partsMs += await longestStretchMs(part);
    wholeMs += await longestStretchMs(whole);
    if (wholeMs >= settlesEarlyMs && wholeMs <= growthPlain * partsMs) return false;
  }
  return wholeMs > growthMax * partsMs;
}

/** Names of the cases whose cost grows faster than their text. */
export async function tooFastIn(group: Group): Promise<string[]> {
  const found: string[] = [];
  for (const each of group.cases()) {
    const length = Math.min(group.lengthMax, lengthMax);
    if (await growsEachTime(each, length)) found.push(each.name);
  }
  return found;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A collection of what other tests left behind can fall on the whole text alone. Real growth shows each time. */
async function growsEachTime(work: Case, length: number): Promise<boolean> {
  for (let time = 0; time < times; time += 1) {
    if (!(await growsTooFast(work, length))) return false;
    collectGarbage();
  }
  return true;
}
