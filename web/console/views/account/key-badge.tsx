import { Badge, type Tone } from '../../../shared/badge.tsx';
import { worded } from '../../parts/words.ts';

const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  banned: 'warn',
  revoked: 'bad',
  expired: 'plain',
};

export function KeyBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{worded(status)}</Badge>;
}
