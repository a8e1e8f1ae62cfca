import type { Db } from '#core/context.ts';
import { accountsWithKey } from '#domains/keys/index.ts';
import { accountsNamedLike } from '#domains/onboarding/index.ts';
import { accountsWithNumber } from '#domains/whatsapp/index.ts';
import { accountsBeginning, type Beginning } from './sql.ts';

/** Maximum number of accounts found by name, key or number; a longer text finds the others. */
const othersMax = 1000;

/** Up to this many accounts are looked up by their numbers. If there are more, walking back from the newest is faster. */
const fewMax = 20_000;

/** Reads a free text as a beginning. Undefined for an empty one. */
export async function beginningOf(db: Db, text: string): Promise<Beginning | undefined> {
  if (text === '') return undefined;
  const [few, ...others] = await Promise.all([
    accountsBeginning(db, text, fewMax),
    accountsNamedLike(db, text, othersMax),
    /^(cty|key)_/.test(text) ? accountsWithKey(db, text, othersMax) : [],
    /^\+\d/.test(text) ? accountsWithNumber(db, text.replace(/[\s().-]/g, ''), othersMax) : [],
  ]);
  return { among: [...(few ?? []), ...others.flat()], orText: few === null ? text : null };
}
