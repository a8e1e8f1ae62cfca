import { personOf } from '../../cells/people.ts';
import type { Dice } from '../../fuzz/dice.ts';

/** The people of a run, by their numbers. */
export interface People {
  /** In the directory from the beginning. */
  first: number;
  /** The first one who may leave; those behind may, too. */
  leavingFrom: number;
  /** Added by acknowledged imports. */
  imported: number[];
  /** Asked to leave. */
  leaving: Set<number>;
  /** Their leave was acknowledged. */
  gone: Set<number>;
}

export const newPeople = (first: number, leaving: number): People => ({
  first,
  leavingFrom: first - leaving,
  imported: [],
  leaving: new Set(),
  gone: new Set(),
});

/** Numbers of imported people begin here, and those of people who are not known further up. */
export const importedFrom = 1_000_000;
const unknownFrom = 10_000_000;

/** A person to look up: mostly a known one, now and then one who is leaving, was just imported, or is not known. */
export function anyPerson({ first, leavingFrom, imported }: People, dice: Dice): number {
  const what = dice.below(100);
  if (what < 4) return unknownFrom + dice.below(1_000_000);
  if (what < 10) return leavingFrom + dice.below(first - leavingFrom);
  if (what < 20 && imported.length > 0) return dice.pick(imported);
  return dice.below(leavingFrom);
}

const isKnown = (number: number): boolean => number < unknownFrom;

export interface Found {
  id: string;
  status: string;
  credits: { charged: number; remaining: number };
}

/** Checks an answer about a person; null if it is right. `wasGone`: when it was asked for. */
export function faultIn(
  people: People,
  number: number,
  { answer, text, wasGone }: { answer: Found; text: string; wasGone: boolean },
): string | null {
  const { charged } = answer.credits;
  const isShown = text.includes(personOf(number).email);
  const mayBeGone = people.leaving.has(number);
  if (wasGone && isShown) return `person ${number} is shown after leaving: ${text}`;
  if (!isKnown(number) && (isShown || charged !== 0)) return `person ${number} is not known: ${text}`;
  if (isKnown(number) && !mayBeGone && !isShown) return `person ${number} is known: ${text}`;
  if (isShown !== (charged === 1) && !mayBeGone) return `the price of person ${number} is wrong: ${text}`;
  return null;
}
