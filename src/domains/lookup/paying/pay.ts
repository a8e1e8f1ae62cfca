import type { JsonAnswer } from '#core/answers/json-answer.ts';
import { dayMs } from '#core/clock.ts';
import { batch } from '#core/concurrency/batch.ts';
import type { Db } from '#core/context.ts';
import { failWith } from '#core/failure.ts';
import { refusalOf } from '#domains/budgets/index.ts';
import { tightestBudget } from '#domains/credits/index.ts';
import type { FinderOptions } from '../finding/finder-options.ts';
import type { Finding } from '../rules.ts';
import type { FindAnswer } from '../shapes.ts';
import { answerOf, askedIn } from './answers.ts';
import { type CompleteItem, type CompleteResult, completeBatch, type KeyRefusal } from './complete-batch.ts';
import type { FindCall, Lookup } from './lookup.ts';

/** Credits for a lookup that finds an email or a phone (specification §1). */
export const lookupPrice = 1;

export interface Found {
  answer: FindAnswer | JsonAnswer<FindAnswer>;
  credits: Pick<FindAnswer['credits'], 'charged' | 'remaining'>;
  replayed: boolean;
}

export const foundOf = (answer: FindAnswer, replayed = false): Found => ({
  answer,
  credits: answer.credits,
  replayed,
});

export function openPayments(options: FinderOptions, sizeMax: number) {
  const { clock, db, settings, onEnd } = options;
  const completeAtOnce = openCompleting(options, sizeMax, false);
  const completeWaiting = openCompleting(options, sizeMax, true);
  const itemOf = (lookup: Lookup, finding: Finding, needed: number) =>
    itemAndAnswer(options, lookup, finding, needed);
  const ended = ({ call }: Lookup, { status, credits }: FindAnswer): void =>
    onEnd?.({ status, charged: credits.charged, mode: call.key.mode });

  return {
    /** Whether repeats of a paid profile are free for a while. */
    remembersRepeats: (): boolean => settings.current().free_repeat_days > 0,
    itemOf,
    /** Counts a lookup whose final answer is kept. */
    ended,
    /**
     * Pays, stores and counts. Refuses an account without the `needed` credits whatever was found, so that a race for the last
     * credit reveals nothing. `answered_before`: the operation's first answer is kept.
     */
    async pay(
      lookup: Lookup,
      finding: Finding,
      needed: number,
    ): Promise<Found | 'insufficient' | 'answered_before'> {
      const { item, answer } = itemOf(lookup, finding, needed);
      let result = await completeAtOnce(item);
      // Another process holds the account: retry, this time waiting for its lock.
      if (result.outcome === 'busy') result = await completeWaiting(item);
      switch (result.outcome) {
        case 'answered':
          answer.credits.remaining = result.balance;
          ended(lookup, answer);
          return foundOf(answer);
        case 'answered_before':
        case 'insufficient':
          return result.outcome;
        case 'budget_reached':
          return failBudgetReached(db, lookup.call);
        default:
          return refuse(result.outcome, item.freeMax, clock.now());
      }
    },
  };
}

/** The item to store and the answer to send for a lookup with this finding. */
function itemAndAnswer(
  { clock, settings }: FinderOptions,
  lookup: Lookup,
  finding: Finding,
  needed: number,
): { item: CompleteItem; answer: FindAnswer } {
  const { key } = lookup.call;
  const answer = answerOf(lookup.opKey, { ...askedIn(lookup.call), finding, createdAt: clock.now() });
  const item: CompleteItem = {
    lookup,
    status: finding.status,
    price: finding.price,
    needed,
    answer: JSON.stringify(answer),
    disclosedFields: disclosedFieldsOf(finding),
    freeMax: settings.current().free_answers_per_day[key.tier],
  };
  return { item, answer };
}

function refuse(outcome: 'busy' | 'free_used_up' | KeyRefusal, freeMax: number, now: Date): never {
  if (outcome === 'free_used_up') return failFreeUsedUp(freeMax, now);
  if (outcome === 'key_banned' || outcome === 'invalid_key') return failFind(outcome);
  if (outcome !== 'busy') throw new Error(`a lookup ended with ${outcome}`);
  return failFind('overloaded', { detail: 'The account is busy. Nothing was charged.' });
}

const openCompleting = ({ pool, settings, onBatch }: FinderOptions, sizeMax: number, wait: boolean) =>
  batch<CompleteItem, CompleteResult>({
    run: (items) => completeBatch(pool, items, settings.current().free_repeat_days > 0, wait),
    sizeMax,
    hasPriority: ({ lookup }) => lookup.call.key.hasPriority,
    name: 'lookup_complete',
    onBatch,
  });

/** A bit mask of 1 emails, 2 phones and 4 links. Null for test keys, whose people are fictional. */
function disclosedFieldsOf({ status, price, emails, phones, links }: Finding): number | null {
  if (status !== 'completed' || price.reason === 'test_key') return null;
  return (emails.length && 1) | (phones.length && 2) | (links.length && 4);
}

/** Refusals that can follow after a lookup has begun. The operation declares them. */
export const findRefusals = [
  'insufficient_credits',
  'budget_reached',
  'free_answers_used_up',
  'idempotency_conflict',
  // The key may end while its lookup runs, even behind an internal door.
  'key_banned',
  'invalid_key',
  'overloaded',
] as const;
export const failFind = failWith(findRefusals);

export function failFreeUsedUp(limit: number, now: Date): never {
  const resetsMs = (Math.floor(now.getTime() / dayMs) + 1) * dayMs;
  const seconds = Math.ceil((resetsMs - now.getTime()) / 1000);
  const resets_at = new Date(resetsMs).toISOString();
  return failFind('free_answers_used_up', {
    detail: `The account has used its ${limit} free answers of today (UTC). The limit resets at ${resets_at}. Nothing was charged.`,
    members: { limit, resets_at, retry_after: seconds },
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Says which budget has the least left, which is the one that refused. */
export async function failBudgetReached(db: Db, { key, job }: FindCall): Promise<never> {
  const { account, keyId } = key;
  return failFind('budget_reached', refusalOf(await tightestBudget(db, { account: account.id, keyId, job })));
}

export function failInsufficientCredits(balance: number): never {
  return failFind('insufficient_credits', { members: { balance, required: lookupPrice } });
}
