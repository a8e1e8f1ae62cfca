import { worded } from '#web/console/parts/words.ts';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';

const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  banned: 'warn',
  revoked: 'bad',
  expired: 'plain',
};

export function KeyBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{worded(status)}</Badge>;
}
