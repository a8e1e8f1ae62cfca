import type { Db } from '#core/context.ts';
import { accountsWithKey } from '#domains/keys/index.ts';
import { accountsNamedLike } from '#domains/onboarding/index.ts';
import { accountsWithNumber } from '#domains/whatsapp/index.ts';
import { accountsBeginning, type Beginning } from './sql.ts';

/** Of names, keys and numbers, this many accounts are found at most; a longer text finds the others. */
const othersMax = 1000;

/** Up to this many accounts are looked up by their numbers. More are so common that the newest are found by walking back. */
const fewMax = 20_000;

/** What a free text may be the beginning of. Undefined for an empty one. */
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
