import { JsonAnswer } from '#core/answers/json-answer.ts';
import type { Clock } from '#core/clock.ts';
import type { PlanTier } from '#core/parts/plan-tier.ts';
import type { Search } from '#domains/sources/index.ts';
import { tellingWords } from '#values/person-name.ts';
import { answerText, envelopeOf } from '../paying/envelope.ts';
import { type Found, failFreeUsedUp, type Lookup, type OnLookupEnd } from '../paying/pay.ts';
import { type AnswerItem, openAnswering } from '../sql/answer-batch.ts';
import type { HotPool } from '../sql/hot-pool.ts';

/** Answers a new lookup if the directory alone can, in one statement with others. What takes more is left to `otherwise`. */
export type AnswerAtOnce = <Answer>(
  lookup: Lookup,
  otherwise: (lookup: Lookup) => Promise<Answer>,
) => Promise<Found | Answer>;

export interface AtOnceOptions {
  pool: HotPool;
  pipeline: HotPool;
  clock: Clock;
  search: Pick<Search, 'covers'>;
  repeatDays: () => number;
  /** Free answers per day. */
  freeMax: () => Record<PlanTier, number>;
  batchMax: number;
  onBatch?: (name: string, items: number) => void;
  onEnd?: OnLookupEnd;
}

const bits = { emails: 1, phones: 2, links: 4 } as const;

export function openAtOnce({
  pool,
  pipeline,
  clock,
  search,
  repeatDays,
  freeMax,
  batchMax,
  onBatch,
  onEnd,
}: AtOnceOptions): AnswerAtOnce {
  const answering = openAnswering({
    pool,
    pipeline,
    repeatDays,
    sizeMax: batchMax,
    onBatch: (items) => onBatch?.('lookup_answer', items),
  });

  return async (lookup, otherwise) => {
    const { call, opKey, requestHash, profileHash } = lookup;
    const { key, profile, request, kind, door } = call;
    if (key.mode === 'test') return otherwise(lookup);
    const createdAt = clock.now();
    const envelope = envelopeOf(request, profile);
    const { name, include = [] } = request;
    const item: AnswerItem = {
      account: key.account.id,
      hasPriority: key.hasPriority,
      opKey,
      requestHash,
      profileHash,
      keyId: key.keyId,
      wants: include.reduce((all, part) => all | bits[part], 0),
      words: name === undefined ? null : tellingWords(name, profile.handle),
      isCovered: search.covers(profile.network),
      envelope: JSON.stringify(envelope),
      createdAt,
      network: profile.network,
      kind,
      door,
      clientReference: request.client_reference ?? null,
      freeMax: freeMax()[key.tier],
    };
    let result = await answering.now(item);
    if (result.outcome === 'busy') result = await answering.afterOthers(item);
    if (result.outcome === 'free_used_up') return failFreeUsedUp(item.freeMax, createdAt);
    if (result.outcome !== 'answered') return otherwise(lookup);
    const status = result.contacts === null ? 'not_found' : 'completed';
    onEnd?.({ status, charged: result.charged, mode: key.mode });
    return {
      answer: new JsonAnswer(answerText(opKey, envelope, createdAt, result)),
      credits: { charged: result.charged, remaining: result.balance },
      replayed: false,
    };
  };
}
