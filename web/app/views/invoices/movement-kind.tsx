import { Badge, badgeOf } from '#web/shared/values/badge.tsx';
import type { Movement } from './movement.ts';

const outgoing: Record<Exclude<Movement['kind'], 'payment'>, string> = {
  refund: 'Refund',
  payment_correction: 'Second payment, sent back',
  chargeback: 'Chargeback',
};

const Payment = badgeOf<NonNullable<Movement['status']>>({
  granted: ['Paid', 'good'],
  duplicate: ['Paid twice, goes back', 'warn'],
  reversed: ['Paid, went back', 'plain'],
});

export const MovementKind = ({ of: { kind, status } }: { of: Movement }) =>
  kind === 'payment' ? <Payment of={status ?? 'granted'} /> : <Badge>{outgoing[kind]}</Badge>;
