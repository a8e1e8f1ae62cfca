import type { JobContext } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { isProviderFailure } from '../payments-port.ts';
import { askAbout } from './ask-provider.ts';
import { openReferences } from './left-over.ts';

/** One that can't be read doesn't keep the others from being asked about; a provider that is away does. */
export async function askAboutAll(ctx: JobContext, since: Date): Promise<void> {
  const { db } = ctx.ports;
  const references = await openReferences(db, since);
  let failed = 0;
  for (const reference of references) {
    ctx.signal.throwIfAborted();
    try {
      await askAbout(ctx, reference);
    } catch (error) {
      if (isProviderFailure(error) && error.kind === 'unreachable') throw error;
      failed += 1;
      ctx.log.warn({ error, ...reference }, 'a payment reference could not be reconciled');
    }
  }
  const alert = { kind: 'payments_not_reconciled', subject: 'nightly' };
  if (failed > 0) await raiseAlert(db, { ...alert, details: { asked: references.length, failed } });
  else await resolveAlert(db, alert);
  ctx.log.info({ asked: references.length, failed }, 'payments were reconciled');
}
