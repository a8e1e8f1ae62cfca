import type { Db, Phase, Ports } from '#core/context.ts';
import type { JobContext } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { applyFact } from '../money/apply-fact.ts';
import { isProviderFailure, Payments, type ProviderName, providerNamed } from '../payments-port.ts';

interface Asking {
  ports: Ports;
  phase(work: (phase: Phase) => Promise<void>): Promise<unknown>;
}

export interface Reference {
  provider: string;
  reference: string;
}

/** Asks the provider what it knows, and applies it as if it had been delivered. */
export async function askAbout({ ports, phase }: Asking, { provider, reference }: Reference): Promise<void> {
  const facts = await providerNamed(ports.use(Payments), provider).factsOf(reference);
  for (const fact of facts) await phase((inPhase) => applyFact(inPhase, provider as ProviderName, fact));
}

export async function referencesOf(db: Db, purchase: string): Promise<Reference[]> {
  return db
    .selectFrom('purchase_reference')
    .select(['provider', 'reference'])
    .where('purchase', '=', purchase)
    .execute();
}

/** After this many questions in a row without an answer, the provider is away. */
const missesMax = 3;

/** Throws at the end if a provider was away, so that the job is tried again. */
export async function askAboutAll(ctx: JobContext, references: readonly Reference[]): Promise<void> {
  const { db } = ctx.ports;
  const failures: unknown[] = [];
  let away: unknown = null;
  for (const ofProvider of Map.groupBy(references, ({ provider }) => provider).values())
    away = (await askAboutEach(ctx, ofProvider, failures)) ?? away;

  const [asked, failed] = [references.length, failures.length];
  const alert = { kind: 'payments_not_reconciled', subject: 'nightly' } as const;
  if (failed > 0) await raiseAlert(db, { ...alert, details: { asked, failed } });
  else await resolveAlert(db, alert);
  ctx.log.info({ asked, failed }, 'payments were reconciled');
  if (away) throw away;
}

/**
 * Returns the failure that ended it, if the provider is away. One reference that can't be read doesn't stop the others, even if
 * the provider answers it as it does when it is away.
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
