import { Badge, type Tone } from '../../../shared/badge.tsx';
import type { Key } from './current-key.ts';

const statuses: Record<Key['status'], [text: string, tone: Tone]> = {
  active: ['Active', 'good'],
  banned: ['Banned', 'bad'],
  revoked: ['Revoked', 'bad'],
  expired: ['Expired', 'warn'],
};

export function KeyStatus({ of: { status, mode } }: { of: Key }) {
  const [text, tone] = statuses[status];
  return (
    <>
      <Badge tone={tone}>{text}</Badge> {mode === 'test' && <Badge>Test key</Badge>}
    </>
  );
}
