import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { SuppressionIds, suppressionIdOf } from '../shapes.ts';
import { deleteSuppressions, takeSuppressionLock } from '../sql.ts';

export const Released = Type.Object({
  released: SuppressionIds('Entries that were removed, including profiles that were hidden because of them.'),
});

/** Removes entries from the list. Erased data doesn't come back, but later imports are accepted again. */
export async function release(
  ctx: Context<'not_found'>,
  keys: readonly string[],
): Promise<{ released: string[] }> {
  await takeSuppressionLock(ctx.db);
  const gone = await deleteSuppressions(ctx.db, keys);
  if (gone.length === 0)
    return ctx.fail('not_found', { detail: 'None of these values is on the suppression list.' });
  const released = gone.map(suppressionIdOf);
  ctx.audit('suppression.released', { suppressions: released });
  return { released };
}
