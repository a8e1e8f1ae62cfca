import { Badge } from '#web/shared/values/badge.tsx';
import type { Source } from './types.ts';

/** Whether lookups ask the source, and whether it answers. */
export function SourceState({ of: { state, vendor_refusal, clients } }: { of: Source }) {
  if (state === 'not_configured') return <Badge>Not configured</Badge>;
  if (state === 'off') return <Badge>Off</Badge>;
  if (vendor_refusal) return <Badge tone="bad">Refused</Badge>;
  if (clients.some(({ breaker, paused_until }) => breaker !== 'closed' || paused_until)) {
    return <Badge tone="warn">Resting</Badge>;
  }
  return <Badge tone="good">On</Badge>;
}
