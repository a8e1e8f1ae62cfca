import { Badge, type Tone } from '#web/shared/values/badge.tsx';

const results: Record<string, [text: string, tone: Tone]> = {
  completed: ['Found', 'good'],
  not_found: ['Not found', 'plain'],
  pending: ['Still looking', 'plain'],
  failed: ['Failed', 'bad'],
};

/** How a lookup ended. */
export function LookupResult({ of }: { of: string }) {
  const [text, tone] = results[of] ?? [of, 'plain'];
  return <Badge tone={tone}>{text}</Badge>;
}
