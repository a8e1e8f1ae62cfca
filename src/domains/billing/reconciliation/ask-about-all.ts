import type { JobContext } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { isProviderFailure } from '../payments-port.ts';
import { askAbout, type Reference } from './ask-provider.ts';
import { openReferences } from './left-over.ts';

/** A provider that doesn't answer so many questions in a row is away. */
const missesMax = 3;

/** Throws at the end if a provider was away, so that the night is tried again. */
export async function askAboutAll(ctx: JobContext, since: Date): Promise<void> {
  const { db } = ctx.ports;
  const references = await openReferences(db, since);
  const failures: unknown[] = [];
  let away: unknown = null;
  for (const ofProvider of Map.groupBy(references, ({ provider }) => provider).values())
    away = (await askAboutEach(ctx, ofProvider, failures)) ?? away;

  const [asked, failed] = [references.length, failures.length];
  const alert = { kind: 'payments_not_reconciled', subject: 'nightly' };
  if (failed > 0) await raiseAlert(db, { ...alert, details: { asked, failed } });
  else await resolveAlert(db, alert);
  ctx.log.info({ asked, failed }, 'payments were reconciled');
  if (away) throw away;
}

/**
 * Gives the failure that ended it, if the provider is away. One reference that can't be read doesn't keep the others from being
 * asked about, even if the provider answers it as it does when it is away.
 */
async function askAboutEach(
  ctx: JobContext,
  references: readonly Reference[],
  failures: unknown[],
): Promise<unknown> {
  let misses = 0;
  for (const reference of references) {
    ctx.signal.throwIfAborted();
    try {
      await askAbout(ctx, reference);
      misses = 0;
    } catch (error) {
      failures.push(error);
      ctx.log.warn({ error, ...reference }, 'a payment reference could not be reconciled');
      misses = isProviderFailure(error) && error.kind === 'unreachable' ? misses + 1 : 0;
      if (misses === missesMax) return error;
    }
  }
  return null;
}
