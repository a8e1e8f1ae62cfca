import { counted } from '#core/amounts.ts';
import type { FailureOptions } from '#core/failure.ts';
import type { BudgetRow } from '#domains/credits/index.ts';

/** The sentence and the members of a refusal. Null: the budget was removed in the meantime. */
export function refusalOf(budget: BudgetRow | null): FailureOptions {
  const { id = '', scope = 'account', members = [], period = null, credits = 0, spent = 0 } = budget ?? {};
  const starts_again_at = budget?.ends_at?.toISOString() ?? null;
  const whose = scope === 'key' && members[0]?.startsWith('con_') ? 'connection' : scope;
  const limit = `The ${whose}’s budget of ${counted(credits, 'credit')}${period ? ` per ${period}` : ''} is reached.`;
  const again = starts_again_at ? ` It starts again at ${starts_again_at} (${budget!.time_zone}).` : '';
  return {
    detail: `${limit}${again} Nothing was charged.`,
    members: { budget: { id, scope, period, credits, spent }, starts_again_at },
  };
}
