import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { SuppressionIds, suppressionIdOf } from '../shapes.ts';
import { deleteSuppressions, takeSuppressionLock } from '../sql.ts';

export const Released = Type.Object({
  released: SuppressionIds(
    'Entries that were taken off, with those of profiles that were hidden because of them.',
  ),
});

/** Takes entries off the list. What was erased meanwhile does not come back; later imports are taken again. */
export async function release(
  ctx: Context<'not_found'>,
  keys: readonly string[],
): Promise<{ released: string[] }> {
  await takeSuppressionLock(ctx.db);
  const gone = await deleteSuppressions(ctx.db, keys);
  if (gone.length === 0) return ctx.fail('not_found', { detail: 'None of this is on the suppression list.' });
  const released = gone.map(suppressionIdOf);
  ctx.audit('suppression.released', { suppressions: released });
  return { released };
}
