/** Asks at a door about people in random order, first once about each, then again. */
import { openDice } from '#test/fuzz/dice.ts';
import { interruption } from '../interruption.ts';
import { openLine } from './ask.ts';
import type { Door } from './doors.ts';
import { handleOf, isHidden } from './people.ts';
import { type Seen, shapeOf } from './shapes.ts';

export interface Observed {
  first: Seen[];
  again: Seen[];
}

/** Answers before the service and the database are warm. */
export const warming = 200;

/** @param people their numbers; the last are asked about to warm up, and not counted */
export async function observe(door: Door, people: readonly number[]): Promise<Observed> {
  using line = await openLine(door.url);
  const dice = openDice('privacy', door.name);
  const firsts = new Map<number, string>();

  async function askAll(some: readonly number[], isAgain: boolean): Promise<Seen[]> {
    const seen: Seen[] = [];
    for (const n of dice.shuffled(some)) {
      interruption.throwIfAborted();
      const request = isAgain && door.again ? door.again(n, firsts.get(n)!) : door.request(n);
      const { ms, text } = await line.ask(request);
      if (!door.expected.test(text)) throw new Error(`${door.name} answered ${text}`);
      if (!isAgain && door.again) firsts.set(n, text);
      seen.push({ hidden: isHidden(n), ms, bytes: text.length, shape: shapeOf(text, handleOf(n)) });
    }
    return seen;
  }

  const counted = people.slice(0, -warming);
  await askAll(people.slice(-warming), false);
  return { first: await askAll(counted, false), again: await askAll(counted, true) };
}
