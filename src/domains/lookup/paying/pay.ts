import type { KeyCredential } from '#core/access.ts';
import type { JsonAnswer } from '#core/answers/json-answer.ts';
import { type Clock, dayMs } from '#core/clock.ts';
import { batch } from '#core/concurrency/batch.ts';
import { failWith } from '#core/failure.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import type { Finding } from '../rules.ts';
import type { FindAnswer, FindRequest } from '../shapes.ts';
import {
  type CompleteItem,
  type CompleteResult,
  completeBatch,
  type LookupKind,
} from '../sql/complete-batch.ts';
import type { HotPool } from '../sql/hot-pool.ts';
import type { KeyRefusal } from '../sql/key-refusals.ts';
import { answerOf } from './answers.ts';

/** Credits for a lookup that finds an e-mail or a phone (specification §1). */
export const lookupPrice = 1;

export interface FindCall {
  key: KeyCredential;
  profile: ProfileLink;
  request: FindRequest;
  idempotencyKey: string | null;
  kind: LookupKind;
  /** Which surface asked: `api`, `dashboard`, `extension` or `mcp`. */
  door: string;
}

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

/** A lookup in progress. */
export interface Lookup {
  call: FindCall;
  opKey: string;
  requestHash: string | null;
  profileHash: string;
}

/** Told of every lookup that has its final answer. */
export type OnLookupEnd = (end: { status: string; charged: number; mode: 'live' | 'test' }) => void;

export interface Payments {
  /** Whether repeats of a paid profile are free for a while. */
  remembersRepeats(): boolean;
  /** What to store and what to answer for a lookup with this finding. */
  itemOf(lookup: Lookup, finding: Finding, needed: number): { item: CompleteItem; answer: FindAnswer };
  /** Counts a lookup whose final answer is kept. */
  ended(lookup: Lookup, answer: FindAnswer): void;
  /**
   * Pays, stores and counts. Refuses an account without the `needed` credits whatever was found, so that a race for the last
   * credit reveals nothing. `answered_before`: the operation's first answer stands.
   */
  pay(lookup: Lookup, finding: Finding, needed: number): Promise<Found | 'insufficient' | 'answered_before'>;
}

export interface PaymentsOptions {
  pool: HotPool;
  clock: Clock;
  repeatDays: () => number;
  /** Answers a day that cost nothing. */
  freeMax: () => Record<KeyCredential['tier'], number>;
  /** Lookups in one statement. */
  batchMax: number;
  onBatch?: (name: string, items: number) => void;
  onEnd?: OnLookupEnd;
}

export function openPayments(options: PaymentsOptions): Payments {
  const { clock, repeatDays, freeMax, onEnd } = options;
  const completeAtOnce = openCompleting(options, false);
  const completeWaiting = openCompleting(options, true);

  const itemOf = openItems(clock, freeMax);
  const ended: Payments['ended'] = ({ call }, { status, credits }) =>
    onEnd?.({ status, charged: credits.charged, mode: call.key.mode });

  return {
    remembersRepeats: () => repeatDays() > 0,
    itemOf,
    ended,
    async pay(lookup, finding, needed) {
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
        default:
          return refuse(result.outcome, item.freeMax, clock.now());
      }
    },
  };
}

const openItems =
  (clock: Clock, freeMax: PaymentsOptions['freeMax']): Payments['itemOf'] =>
  ({ call, opKey, requestHash, profileHash }, finding, needed) => {
    const { key, profile, request, kind, door } = call;
    const answer = answerOf({ opKey, profile, request, finding, createdAt: clock.now() });
    const item: CompleteItem = {
      account: key.account.id,
      hasPriority: key.hasPriority,
      opKey,
      requestHash,
      profileHash,
      keyId: key.keyId,
      network: profile.network,
      kind,
      door,
      clientReference: request.client_reference ?? null,
      isTest: key.mode === 'test',
      status: finding.status,
      price: finding.price,
      needed,
      answer: JSON.stringify(answer),
      disclosedFields: disclosedFieldsOf(finding),
      freeMax: freeMax()[key.tier],
    };
    return { item, answer };
  };

function refuse(outcome: 'busy' | 'free_used_up' | KeyRefusal, freeMax: number, now: Date): never {
  if (outcome === 'free_used_up') return failFreeUsedUp(freeMax, now);
  if (outcome !== 'busy') return failFind(outcome);
  return failFind('overloaded', { detail: 'The account is busy. Nothing was charged.' });
}

const openCompleting = ({ pool, batchMax, repeatDays, onBatch }: PaymentsOptions, wait: boolean) =>
  batch<CompleteItem, CompleteResult>({
    run: (items) => completeBatch(pool, items, { rememberRepeats: repeatDays() > 0, wait }),
    sizeMax: batchMax,
    hasPriority: (item) => item.hasPriority,
    onBatch: (items) => onBatch?.('lookup_complete', items),
  });

/** A bit mask of 1 e-mails, 2 phones and 4 links. Null for test keys, whose people are fictional. */
function disclosedFieldsOf({ status, price, emails, phones, links }: Finding): number | null {
  if (status !== 'completed' || price.reason === 'test_key') return null;
  return (emails.length && 1) | (phones.length && 2) | (links.length && 4);
}

/** Refusals that can follow after a lookup has begun. The operation declares them. */
export const findRefusals = [
  'insufficient_credits',
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

export function failInsufficientCredits(balance: number): never {
  return failFind('insufficient_credits', { members: { balance, required: lookupPrice } });
}
