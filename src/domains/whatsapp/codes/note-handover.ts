import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { Handover } from '#platform/messaging/messaging.ts';
import { actOnError, alertUnreachable, closeTroubles } from '../outages/outages.ts';
import { acts } from '../outages/rules.ts';

/** Whether no message can be sent at the moment, not only this one. */
export const isEverythingStopped = (handover: Handover): boolean =>
  handover.outcome === 'unreachable' ||
  (handover.outcome === 'refused' && acts[handover.error.trouble].stops === 'everything');

/**
 * Stores the vendor's answer to a message, and acts on it. A code that can't have arrived is void. An event that came earlier
 * takes precedence.
 */
export async function noteHandover(db: Db, id: string, handover: Handover, now: Date): Promise<void> {
  const { reference, delivery, error } = outcomeOf(handover);
  const restMs = error && acts[error.trouble].restMs;
  await sql`
    update whatsapp_message set
      reference = coalesce(reference, ${reference}),
      counts = ${mayHaveArrived(handover)},
      code_digest = case when ${mayHaveArrived(handover)} then code_digest end,
      delivery = ${delivery}, delivery_at = ${now}, error_code = ${error?.code ?? null},
      rests_until = ${restMs ? new Date(now.getTime() + restMs) : null}
    where id = ${id} and delivery = 'sending'`.execute(db);
  if (error) await actOnError(db, error, now);
  if (handover.outcome === 'unreachable') await alertUnreachable(db);
  if (handover.outcome === 'accepted') await closeTroubles(db);
}

const mayHaveArrived = (handover: Handover): boolean =>
  handover.outcome === 'unreachable' ? handover.isSent : !isEverythingStopped(handover);

function outcomeOf(handover: Handover) {
  switch (handover.outcome) {
    case 'accepted':
      return { delivery: 'accepted', reference: handover.reference, error: null };
    case 'refused':
      return { delivery: 'not_sent', reference: null, error: handover.error };
    case 'unreachable':
      return { delivery: 'not_sent', reference: null, error: null };
  }
}
