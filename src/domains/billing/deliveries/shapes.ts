import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import type { Delivery } from './deliveries.ts';

export const DeliveryReport = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  event: orNull(Type.String(), "The provider's id of the event. It is not signed."),
  type: Type.String({ description: "The provider's name of the event." }),
  received_at: instant('When it first arrived.'),
  repeats: Type.Integer({ description: 'How often the same bytes arrived again.' }),
  tries: Type.Integer({ description: 'How often it was tried to apply it.' }),
  applied_at: instantOrNull('When it was applied. Null while it waits.'),
  facts: orNull(Type.Integer(), 'How many facts about money it told.'),
  problem: orNull(Type.String(), 'Why the last try failed.'),
});
export type DeliveryReport = Static<typeof DeliveryReport>;

export const deliveryReport = (delivery: Delivery): DeliveryReport => ({
  id: String(delivery.id),
  provider: delivery.provider,
  event: delivery.event,
  type: delivery.type,
  received_at: delivery.receivedAt.toISOString(),
  repeats: delivery.repeats,
  tries: delivery.tries,
  applied_at: delivery.appliedAt?.toISOString() ?? null,
  facts: delivery.facts,
  problem: delivery.problem,
});
