import type { Context } from '#core/context.ts';
import { openPersonCheck } from '../finding/checks.ts';
import type { FindAnswer } from '../shapes.ts';
import { replayOf, withoutPerson } from './answers.ts';
import { storedLookup } from './stored-answers.ts';

/** The answer of a lookup as it may be disclosed now. Null when it is no longer kept. */
export async function answerAgain(
  { db, ports }: Pick<Context, 'db' | 'ports'>,
  account: number,
  mode: 'live' | 'test',
  opKey: string,
): Promise<FindAnswer | null> {
  const stored = await storedLookup(db, account, mode, opKey);
  if (!stored) return null;
  const answer = await openPersonCheck(db, ports.suppressionPepper).disclosable(replayOf(opKey, stored));
  return stored.is_withdrawn ? withoutPerson(answer) : answer;
}
