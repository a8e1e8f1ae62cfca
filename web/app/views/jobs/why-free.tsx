import { freeWords } from '#web/app/parts/lookups/free-words.ts';
import { me } from '#web/shared/answers/api.ts';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { countOf } from '#web/shared/values/count.tsx';
import type { Job } from './status.tsx';

const dayOf = (at: string) => at.slice(0, 10);

/** How many answers of a job cost nothing, and why. */
export function WhyFree({ job: { id, created_at, ended_at, counts } }: { job: Job }) {
  const end = ended_at ?? new Date().toISOString();
  const { value } = useAnswer('GET /internal/billing/spending/{account_id}', {
    path: { account_id: me },
    query: { start: dayOf(created_at), end: dayOf(end) },
  });
  const free: Record<string, number> = {};
  for (const item of value?.items.filter((one) => one.id === id) ?? [])
    for (const [reason, count] of Object.entries(item.free)) free[reason] = (free[reason] ?? 0) + count;
  const reasons = Object.entries(free).map(([reason, count]) => `${countOf(count)} ${freeWords(reason)}`);
  if (counts.repeated > 0) reasons.push(`${countOf(counts.repeated)} repeated`);
  if (counts.refused > 0) reasons.push(`${countOf(counts.refused)} refused`);
  if (reasons.length === 0) return null;
  return <p class="small faint">Free: {reasons.join(', ')}.</p>;
}
