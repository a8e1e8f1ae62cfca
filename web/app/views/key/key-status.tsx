import { Badge, badgeOf } from '#web/shared/values/badge.tsx';
import type { Key } from './current-key.ts';

const Status = badgeOf<Key['status']>({
  active: ['Active', 'good'],
  banned: ['Banned', 'bad'],
  revoked: ['Revoked', 'bad'],
  expired: ['Expired', 'warn'],
});

export const KeyStatus = ({ of: { status, mode } }: { of: Key }) => (
  <>
    <Status of={status} /> {mode === 'test' && <Badge>Test key</Badge>}
  </>
);
