import { Badge, badgeOf } from '#web/shared/values/badge.tsx';
import type { Key } from './key.ts';

const State = badgeOf<Key['status']>({
  active: ['Active', 'good'],
  banned: ['Banned', 'bad'],
  revoked: ['Revoked', 'plain'],
  expired: ['Expired', 'plain'],
});

/** Whether requests with the key are answered. */
export function KeyState({ of: { status, replaced_by } }: { of: Key }) {
  if (replaced_by === null || status === 'revoked') return <State of={status} />;
  return status === 'active' ? <Badge tone="warn">Being replaced</Badge> : <Badge>Replaced</Badge>;
}
