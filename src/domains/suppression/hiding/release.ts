import Type, { type Static } from 'typebox';
import type { Context } from '#core/context.ts';
import { SuppressionIds, suppressionIdOf } from '../shapes.ts';
import { deleteSuppressions, takeSuppressionLock } from '../sql.ts';

/** A shared address may have hidden thousands of profiles. */
const idsShown = 100;

export const Released = Type.Object({
  released: SuppressionIds(
    `Entries that were removed, including profiles that were hidden because of them: the first ${idsShown}, beginning with those you named.`,
  ),
  released_count: Type.Integer({ description: 'How many entries were removed.' }),
});
type Released = Static<typeof Released>;

/** Removes entries from the list. Erased data doesn't come back, but later imports are accepted again. */
export async function release(ctx: Context<'not_found'>, keys: readonly string[]): Promise<Released> {
  await takeSuppressionLock(ctx.db);
  const gone = await deleteSuppressions(ctx.db, keys);
  if (gone.length === 0)
    return ctx.fail('not_found', { detail: 'None of these values is on the suppression list.' });
  const named = gone.filter((key) => keys.includes(key));
  const others = gone.filter((key) => !keys.includes(key));
  const released = [...named, ...others].slice(0, idsShown).map(suppressionIdOf);
  ctx.audit('suppression.released', {
    before: { suppressions: released, count: gone.length },
    after: null,
  });
  return { released, released_count: gone.length };
}
