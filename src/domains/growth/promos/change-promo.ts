import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { auditedPromo } from './on-wire.ts';
import { lockPromo, type Promo, putPromo } from './promos.ts';
import { onlyTerms, type PromoTerms } from './rules.ts';

/**
 * Creates or changes a promo and audits it. `termsOf` gets the promo as it is. Fails with 422 at `usesMember` if it was
 * redeemed more often than it now may be.
 */
export async function changePromo(
  { db, audit, now, actor }: Pick<Context, 'db' | 'audit' | 'now' | 'actor'>,
  code: string,
  usesMember: string,
  termsOf: (before: Promo | null) => PromoTerms,
): Promise<Promo> {
  const before = await lockPromo(db, code);
  const terms = onlyTerms(termsOf(before));
  if (before && terms.max_uses !== null && before.uses > terms.max_uses) {
    return failField(
      [usesMember],
      `The promo was redeemed ${before.uses} times, so it can't allow fewer uses`,
    );
  }
  const isSame = before !== null && isDeepStrictEqual({ ...before, ...terms }, before);
  const after = isSame ? before : await putPromo(db, code, terms, { by: actor, now: now() });
  audit('promo.saved', { code, before: auditedPromo(before), after: auditedPromo(after) });
  return after;
}
