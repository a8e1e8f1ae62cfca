import type { Context } from '#core/context.ts';
import { answersOf, type FindAnswer, lookupIdOf, withoutPerson } from '#domains/lookup/index.ts';
import type { JobItem } from '../shapes.ts';
import { type ItemsWanted, itemsOf } from '../sql/items.ts';
import type { JobRow } from '../sql/jobs.ts';

/** With the row as it is in the file. */
export type AnsweredItem = JobItem & { own: string | null };

/**
 * Items with their answers, as far as they may be disclosed now. A person who was suppressed or erased since is left out, also one
 * who was looked up while that happened, and the item's status is not found.
 */
export async function answeredItems(
  { db, ports }: Pick<Context, 'db' | 'ports'>,
  job: JobRow,
  wanted: ItemsWanted,
): Promise<AnsweredItem[]> {
  const items = await itemsOf(db, job, wanted);
  const lookups = [...new Set(items.flatMap(({ lookup }) => lookup ?? []))];
  const answers = await answersOf(db, ports.suppressionPepper, job.account, lookups);
  return items.map(({ repeat, ...item }) => {
    const found = item.lookup === null ? null : (answers.get(lookupIdOf(item.lookup)) ?? null);
    const answer = found && item.profile_url === '' ? withoutPerson(found) : found;
    return {
      ...item,
      status: (answer?.status ?? item.status) as JobItem['status'],
      lookup: answer,
      reason: item.reason ?? repeat ?? whyFree(answer),
    };
  });
}

/** Reasons that the item's status says, too. */
const plainReasons = ['not_found', 'failed', 'pending'];

/** Why a row that has an answer cost nothing. Stays when the person is removed. */
function whyFree(answer: FindAnswer | null): string | null {
  const isFree = answer?.credits.charged === 0 && !plainReasons.includes(answer.credits.reason);
  return isFree ? answer.credits.reason : null;
}
