import { Badge, type Tone } from '../../../shared/badge.tsx';
import type { Movement } from './movement.ts';

const outgoing: Record<Exclude<Movement['kind'], 'payment'>, string> = {
  refund: 'Refund',
  payment_correction: 'Second payment, sent back',
  chargeback: 'Chargeback',
};

const payments: Record<NonNullable<Movement['status']>, [text: string, tone: Tone]> = {
  granted: ['Paid', 'good'],
  duplicate: ['Paid twice, goes back', 'warn'],
  reversed: ['Paid, went back', 'plain'],
};

export function MovementKind({ of: { kind, status } }: { of: Movement }) {
  if (kind !== 'payment') return <Badge>{outgoing[kind]}</Badge>;
  const [text, tone] = payments[status ?? 'granted'];
  return <Badge tone={tone}>{text}</Badge>;
}
