import type { Db } from '#core/context.ts';
import { accountsWithKey } from '#domains/keys/index.ts';
import { accountsNamedLike } from '#domains/onboarding/index.ts';
import { accountsWithNumber } from '#domains/whatsapp/index.ts';

/** Of names, keys and numbers, this many accounts are found at most; a longer text finds the others. */
const othersMax = 1000;

/** What a free text may be the beginning of. Undefined for an empty one. */
export async function beginningOf(db: Db, text: string) {
  if (text === '') return undefined;
  const found = await Promise.all([
    accountsNamedLike(db, text, othersMax),
    /^(cty|key)_/.test(text) ? accountsWithKey(db, text, othersMax) : [],
    /^\+\d/.test(text) ? accountsWithNumber(db, text.replace(/[\s().-]/g, ''), othersMax) : [],
  ]);
  return { text, orAmong: found.flat() };
}
