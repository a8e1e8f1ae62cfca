import type { Item } from '#client';
import { LookupResult } from '#web/app/parts/lookups/lookup-result.tsx';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';

export type LoggedCall = Item<'GET /internal/calls/{account_id}'>;

const tones: Readonly<Record<number, Tone>> = { 2: 'good', 4: 'warn', 5: 'bad' };

export const HttpStatus = ({ of }: { of: number }) => (
  <Badge tone={tones[Math.floor(of / 100)]}>{String(of)}</Badge>
);

/** How a lookup ended, or the code of a refusal. */
export function Result({ of: { outcome, code } }: { of: Pick<LoggedCall, 'outcome' | 'code'> }) {
  if (outcome !== null) return <LookupResult of={outcome} />;
  return code === null ? <>Invalid request</> : <code>{code}</code>;
}

/** For example 140 ms, or 2.4 s. */
export const durationOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
