import type { Db } from '#core/context.ts';
import { planIdsOf } from '#domains/billing/index.ts';
import { balancesOf } from '#domains/credits/index.ts';
import { lockedAmong, mailboxesOf } from '#domains/identity/index.ts';
import { currentKeysOf } from '#domains/keys/index.ts';
import { namesOf } from '#domains/onboarding/index.ts';
import { lastCallsOf } from '#domains/usage/index.ts';
import { numbersOf } from '#domains/whatsapp/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import type { AccountReport } from './shapes.ts';
import type { FoundAccount } from './sql.ts';

/** Adds each domain's part, with one statement for all accounts. */
export async function reportAccounts(
  db: Db,
  found: readonly FoundAccount[],
  now: Date,
): Promise<AccountReport[]> {
  const ids = found.map(({ id }) => id);
  // One after the other: an operator's question must not take every connection.
  const names = await namesOf(db, ids);
  const mailboxes = await mailboxesOf(db, ids);
  const locked = await lockedAmong(db, ids, now);
  const balances = await balancesOf(db, ids);
  const plans = await planIdsOf(db, ids);
  const keys = await currentKeysOf(db, ids, now);
  const numbers = await numbersOf(db, ids);
  const lastCalls = await lastCallsOf(db, ids);
  return found.map(({ id, email, ...account }) => ({
    ...account,
    email,
    other_emails: (mailboxes.get(id) ?? []).filter((each) => !email || each !== foldedMailbox(email)),
    name: names.get(id) ?? null,
    locked: locked.has(id),
    balance: balances.get(id) ?? 0,
    plan_ids: [...(plans.get(id) ?? [])],
    key: keys.get(id) ?? null,
    whatsapp: numbers.get(id) ?? null,
    last_call_at: lastCalls.get(id) ?? null,
  }));
}
