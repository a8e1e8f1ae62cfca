import type { Db, Phase, Ports } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { applyFact } from '../money/apply-fact.ts';
import { Payments, type ProviderName, providerNamed } from '../payments-port.ts';
import { bodyOf, deliveryById, markApplied, markFailed } from './deliveries.ts';

/** After this many attempts the sweep gives up. */
export const triesMax = 20;

/** Applies what a provider delivered. Each fact is a transaction, so that a repeat continues where a crash left off. */
export const applyDelivery: Job<{ delivery: number }> = {
  id: 'billing.apply-delivery',
  sends: true,
  async run(ctx, { delivery }) {
    await applyStored(ctx, delivery);
  },
};

interface Applying {
  ports: Ports;
  now(): Date;
  phase(work: (phase: Phase) => Promise<void>): Promise<unknown>;
}

/** Does nothing when the delivery is applied already, unless `again`. Throws when it can't be applied. */
export async function applyStored({ ports, now, phase }: Applying, id: number, again = false): Promise<void> {
  const db = ports.db as Db;
  const delivery = await deliveryById(db, id);
  if (!delivery || (delivery.applied_at && !again)) return;
  try {
    const payload: unknown = JSON.parse((await bodyOf(db, id)).toString('utf8'));
    const facts = providerNamed(ports.use(Payments), delivery.provider).read(payload);
    for (const fact of facts)
      await phase((inPhase) => applyFact(inPhase, delivery.provider as ProviderName, fact));
    await markApplied(db, id, facts, now());
    await resolveAlert(db, { kind: 'delivery_not_applied', subject: String(id) });
  } catch (error) {
    const tries = await markFailed(db, id, problemOf(error));
    if (tries >= triesMax)
      await raiseAlert(db, { kind: 'delivery_not_applied', subject: String(id), details: { tries } });
    throw error;
  }
}

/** Short, and without values: messages of the database quote them. */
function problemOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === 'string').join(' ') || 'unknown';
}
