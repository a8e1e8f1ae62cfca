import type { Db } from '#core/context.ts';
import { plansOf } from '#domains/billing/index.ts';

/** Turns for each turn of an account without priority. Divides 12: see `job_claim_next`. */
const priorityWeight = 4;

/** How much of the workers an account gets beside others. */
export async function weightOf(db: Db, account: number): Promise<number> {
  const held = await plansOf(db, account);
  return held.some(({ plan }) => plan.priority_processing) ? priorityWeight : 1;
}
