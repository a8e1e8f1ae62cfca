import type { Db, Phase, Ports } from '#core/context.ts';
import { applyFact } from '../money/apply-fact.ts';
import { Payments, type ProviderName, providerNamed } from '../payments-port.ts';

interface Asking {
  ports: Ports;
  phase(work: (phase: Phase) => Promise<void>): Promise<unknown>;
}

export interface Reference {
  provider: string;
  reference: string;
}

/** Asks the provider what it knows, and takes it in as if it had been delivered. */
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
